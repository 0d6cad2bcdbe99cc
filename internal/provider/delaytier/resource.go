package delaytier

import {
  to = rabbitmq_queue.main
  id = "%2F/main.queue"
}

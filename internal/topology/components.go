package topology

import "slices"

// components numbers the strongly connected components of a graph (Tarjan, Depth-first search and linear graph algorithms, 1972).
func components(size int, next func(int) []int) []int {
	component, index, low := make([]int, size), make([]int, size), make([]int, size)
	for i := range component {
		component[i] = -1
	}
	var stack []int
	count, number := 0, 0
	var visit func(at int)
	visit = func(at int) {
		number++
		index[at], low[at] = number, number
		stack = append(stack, at)
		for _, to := range next(at) {
			switch {
			case index[to] == 0:
				visit(to)
				low[at] = min(low[at], low[to])
			case component[to] < 0:
				low[at] = min(low[at], index[to])
			}
		}
		if low[at] < index[at] {
			return
		}
		for last := -1; last != at; {
			last = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			component[last] = count
		}
		count++
	}
	for at := range size {
		if index[at] == 0 {
			visit(at)
		}
	}
	return component
}

// grouped returns the places of each component.
func grouped(component []int) [][]int {
	groups := make([][]int, len(component))
	for at, c := range component {
		groups[c] = append(groups[c], at)
	}
	return slices.DeleteFunc(groups, func(places []int) bool { return len(places) == 0 })
}

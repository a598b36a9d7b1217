import left

left.go()

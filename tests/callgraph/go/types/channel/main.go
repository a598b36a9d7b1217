package main

type Job struct{}

func (j *Job) Run() {}

func worker(jobs chan *Job) {
	for job := range jobs {
		job.Run()
	}
	last := <-jobs
	last.Run()
}

func main() {
	jobs := make(chan *Job)
	go worker(jobs)
}

module example.com/jobs

import pkg

pkg.work()

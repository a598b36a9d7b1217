package right

func Close() {}

func flush() {}

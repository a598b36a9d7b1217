int open_shop(int hour);

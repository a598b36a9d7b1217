static int open_door(void) { return 2; }

int unrelated(void) { return open_door(); }

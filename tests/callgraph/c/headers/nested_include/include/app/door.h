int open_door(void);

void left(void);
void right(void);

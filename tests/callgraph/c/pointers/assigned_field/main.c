struct button {
    void (*click)(struct button *self);
    struct button *next;
};

static void save(struct button *self) {}

static void init(struct button *b) { b->click = save; }

static void press(struct button *b)
{
    b->click(b);
    if (b->next)
        press(b->next);
}

int main(void)
{
    struct button b;
    init(&b);
    press(&b);
    return 0;
}

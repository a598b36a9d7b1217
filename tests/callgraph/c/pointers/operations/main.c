struct file;

struct operations {
    int (*open)(struct file *f);
    int (*close)(struct file *f);
};

struct file {
    const struct operations *ops;
};

static int disk_open(struct file *f) { return 0; }

static int disk_close(struct file *f) { return 0; }

static const struct operations disk = {
    .open = disk_open,
    .close = disk_close,
};

static int use(struct file *f)
{
    f->ops->open(f);
    return 1;
}

int main(void)
{
    struct file f = { &disk };
    return use(&f);
}

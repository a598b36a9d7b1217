interface Task {
    void run();
}

class Tasks {
    static void twice(Task task) {
        task.run();
        task.run();
    }

    static void hello() {}

    void named() {}

    void go() {
        twice(() -> hello());
        twice(Tasks::hello);
        twice(this::named);
    }
}

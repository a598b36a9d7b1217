import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class Toy {
    void play() {}
}

class Box<T> {
    private T value;

    Box(T value) { this.value = value; }

    T get() { return value; }
}

class Room {
    private final List<Toy> toys = new ArrayList<>();

    void all(Map<String, Toy> named) {
        for (Toy toy : toys) {
            toy.play();
        }
        named.get("x").play();
        toys.get(0).play();
    }

    void boxed() {
        Box<Toy> box = new Box<>(new Toy());
        box.get().play();
    }
}

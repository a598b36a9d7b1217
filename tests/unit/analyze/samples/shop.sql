-- Items.
CREATE TABLE IF NOT EXISTS shop.item (id int PRIMARY KEY, name text NOT NULL);
CREATE VIEW cheap AS SELECT * FROM item WHERE price < 10;
CREATE OR REPLACE FUNCTION tidy(p int) RETURNS int AS $$
BEGIN
  RETURN p;
END;
$$ LANGUAGE plpgsql;
CREATE INDEX idx ON item (id);
CREATE TYPE mood AS ENUM ('a');
CREATE TRIGGER trg BEFORE INSERT ON item FOR EACH ROW EXECUTE FUNCTION tidy();
INSERT INTO item VALUES (1, lower('x'));
SELECT count(*), my_fn(1) FROM item;

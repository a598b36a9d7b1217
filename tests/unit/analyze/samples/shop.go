// Package shop sells things.
package shop

import (
	"fmt"
	str "strings"
	. "math"
	_ "embed"
)
import "os"

// Limit is the largest order.
const Limit = 10

const (
	A = iota
	B
)

var total, count int = 0, 1

var (
	x = 1
)

// Item is sold.
type Item struct {
	Name string `json:"name"`
	price, tax int
	Base
}

type Seller interface {
	Sell(i Item) error
	fmt.Stringer
}

type ID = int
type Handler func(a int) error
type Set[T comparable] map[T]bool

// Sell sells an item.
//
// Deprecated: use Order.
func (s *Shop) Sell(i Item, n, m int, opts ...string) (bool, error) {
	if n > Limit {
		return false, fmt.Errorf("too many")
	}
	go func() { s.log("x") }()
	for k, v := range s.items { str.ToUpper(k + v) }
	switch n { case 1: panic("no"); default: }
	return a && b || c, nil
}

func Map[T any](xs []T) []T { return append(xs) }
func (Set[T]) Add(t T) {}
func main() { (&Shop{}).Sell(Item{}, 1, 2); Map[int](nil) }

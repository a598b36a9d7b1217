# frozen_string_literal: true
# A shop.
require 'json'
require_relative "lib/x"
module Shop
  LIMIT = 10
  # Sells.
  # @param n [Integer] how many
  class Seller < Base::Thing
    include Comparable
    attr_reader :name, :age
    attr_accessor :x
    def initialize(name, n = 1, *rest, key: 2, opt:, **kw, &blk)
      @name = name
      setup
    end
    def self.create; new("x"); end
    class << self
      def other; end
    end
    def sell?(n)
      raise ArgumentError, "x" if n > 10
      raise "boom" unless n
      if n == 1 then run end
      @items.each { |i| i.go(n) }
      helper n
      n && a || b
    rescue Foo => e
      log(e)
    end
    private
    def hidden; end
    protected def prot; end
    def ==(o) = true
    alias_method :a, :b
    define_method(:dyn) { |x| x }
    scope :active, -> { where(1) }
  end
end
def top(a) puts a end
task :build do run end

# frozen_string_literal: true

require_relative 'plant'

# A garden that grows.
module Garden
  SIZE = 4

  # Holds plants in rows.
  class Bed
    attr_reader :plants

    def initialize(plants = [])
      @plants = plants
    end

    # Adds a plant.
    def plant(name, water: 1)
      raise ArgumentError, 'the bed is full' if plants.size >= SIZE

      plants << Plant.new(name, water)
      self
    end

    def self.empty
      new
    end

    private

    def thirsty
      plants.select(&:thirsty?)
    end
  end
end

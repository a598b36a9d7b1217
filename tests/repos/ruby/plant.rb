module Garden
  class Plant
    def initialize(name, water)
      @name = name
      @water = water
    end

    def thirsty?
      @water < 1
    end
  end
end

using System;

namespace Example.Time
{
    /// <summary>Tells the time.</summary>
    public interface IClock
    {
        DateTime Now { get; }
    }

    public sealed class FixedClock : IClock
    {
        private readonly DateTime now;

        public FixedClock(DateTime now)
        {
            this.now = now;
        }

        public DateTime Now => now;
    }
}

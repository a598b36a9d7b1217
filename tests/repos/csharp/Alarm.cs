using System;
using System.Threading.Tasks;

namespace Example.Time
{
    /// <summary>Rings when its time has come.</summary>
    public class Alarm
    {
        private readonly IClock clock;

        public Alarm(IClock clock) => this.clock = clock;

        /// <summary>Whether it rings.</summary>
        /// <param name="at">the time to ring at</param>
        public bool Rings(DateTime at)
        {
            if (at.Year < 2000) throw new ArgumentOutOfRangeException(nameof(at));
            return clock.Now >= at;
        }

        public async Task Wait(DateTime at)
        {
            while (!Rings(at)) await Task.Delay(100);
        }
    }
}

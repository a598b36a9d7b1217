using System;
using System.Collections.Generic;
using static System.Math;
using Alias = A.B;
namespace Shop.Core
{
    /// <summary>A shop.</summary>
    /// <param name="n">how many</param>
    [Obsolete("x")]
    public abstract partial class Shop<T> : Base<T>, ISeller where T : class
    {
        public const int LIMIT = 10, MORE = 1;
        private readonly List<T> stock = new List<T>();
        public string Name { get; set; } = "x";
        public int Age { get { return Compute(); } private set { age = value; } }
        public int Fast => Go();
        public event EventHandler Changed;
        public Shop(int n) : base(n) { Init(); }
        ~Shop() {}
        public static Shop operator +(Shop a, Shop b) => a;
        public int this[int i] => stock[i];
        /// <summary>Sells.</summary>
        protected internal async Task<bool> SellAsync<R>(ref int n, string name = "x", params int[] all)
        {
            if (n > LIMIT) throw new ArgumentException("x");
            foreach (var s in stock) { s?.Run(); this.Log(s); await Task.Delay(1); }
            var f = new Func<int>(() => Go<int>());
            int Local(int q) { return q; }
            return n == 1 && a || b ? x : y;
        }
        internal interface IA { void B(); int C { get; } }
        enum Kind { One, Two = 2 }
        struct S { public int X; }
        record R(int A, string B);
        delegate void D(int a);
    }
}

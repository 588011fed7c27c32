/**
 * Runs before a page's own code, so that no test depends on luck: the clock is set back, what the
 * page draws is the same each time, and `underWay` has the questions and timers that are. What the
 * page lets wait for longer than 150 ms, for its reader or for a search, waits a fourth as long, but
 * for no less than that: what was to come later still does.
 */
{
  const { setBack, setTimeout: begin, clearTimeout: clear } = globalThis; // ms, by the test
  const post = Worker.prototype.postMessage;
  const TrueDate = Date;
  globalThis.Date = class extends TrueDate {
    constructor(...given) {
      super(...(given.length ? given : [Date.now()]));
    }
    static now() {
      return TrueDate.now() - setBack;
    }
  };

  let state = 1;
  Math.random = () => (state = Math.imul(state, 48271) >>> 0) / 2 ** 32;

  const underWay = new Set();
  globalThis.underWay = underWay;
  globalThis.setTimeout = (act, ms, ...given) => {
    const wait = Math.min(ms, Math.max(150, ms / 4));
    const timer = begin(() => {
      underWay.delete(timer);
      act(...given);
    }, wait);
    underWay.add(timer);
    return timer;
  };
  globalThis.clearTimeout = (timer) => {
    underWay.delete(timer);
    clear(timer);
  };
  const known = new WeakSet();
  Worker.prototype.postMessage = function (...message) {
    const [{ id, cancel }] = message;
    if (cancel) underWay.delete(`question ${id}`);
    else if (id !== undefined) underWay.add(`question ${id}`);
    if (!known.has(this))
      this.addEventListener("message", ({ data }) => {
        if (data.progress === undefined) underWay.delete(`question ${data.id}`);
      });
    known.add(this);
    post.apply(this, message);
  };
}

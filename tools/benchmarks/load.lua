-- For wrk: ask for the paths of a file, one after the other, and print the figures as JSON.
local paths, at = {}, 0

function init(args)
  for path in io.lines(args[1]) do
    paths[#paths + 1] = wrk.format("GET", path)
  end
end

function request()
  at = at % #paths + 1
  return paths[at]
end

function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests": %d, "seconds": %.3f, "errors": %d, "p50": %.3f, "p99": %.3f, "p99.9": %.3f, "worst": %.3f}\n',
    summary.requests, summary.duration / 1e6,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    latency:percentile(99.9) / 1e3, latency.max / 1e3
  ))
end

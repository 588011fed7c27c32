"""Counters of a running server, as Prometheus reads them."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from tablebase.engine.tables.tablebase import Tablebase

BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
"""Upper ends of the histogram's buckets, in seconds."""


class Metrics:
    """The counters of a server, including the tables in `tables`."""

    def __init__(self, tables: Tablebase) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "tablebase_http_requests", "Requests.", ["path", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "tablebase_http_request_seconds",
            "Seconds from a request to the end of its answer.",
            ["path"],
            buckets=BUCKETS,
            registry=self._registry,
        )
        for name, meaning, count in (
            ("tablebase_tables_built", "Tables built on the spot.", lambda: tables.built_tables),
            ("tablebase_tables_cached", "Tables at hand.", lambda: tables.cached_tables),
        ):
            Gauge(name, meaning, registry=self._registry).set_function(count)

    def count(self, path: str, status: int, seconds: float) -> None:
        """Count a request that has been answered."""
        self._requests.labels(path, str(status)).inc()
        self._seconds.labels(path).observe(seconds)

    def text(self) -> bytes:
        """All counters, in Prometheus' text format."""
        return generate_latest(self._registry)

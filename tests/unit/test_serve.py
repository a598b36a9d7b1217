"""What the server of a built site answers."""

import http.client
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from sourcebook.render.publish import site_root
from sourcebook.serve import _Handler


@contextmanager
def _serving(site: Path, root: str) -> Iterator[http.client.HTTPConnection]:
    handler = partial(_Handler, root=root, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1])
        try:
            yield connection
        finally:
            connection.close()
            server.shutdown()


def _get(connection: http.client.HTTPConnection, address: str) -> tuple[int, bytes]:
    connection.request("GET", address)
    answer = connection.getresponse()
    return answer.status, answer.read()


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "files").mkdir()
    (tmp_path / "index.html").write_text("first")
    (tmp_path / "files/index.html").write_text("files")
    return tmp_path


def test_a_missing_address_gets_the_sites_own_page(site: Path):
    (site / "404.html").write_text("<h1>Not here</h1>")
    with _serving(site, "/") as connection:
        assert _get(connection, "/files/") == (200, b"files")
        assert _get(connection, "/no/such/") == (404, b"<h1>Not here</h1>")
        connection.request("HEAD", "/no/such/")
        assert (answer := connection.getresponse()).status == 404
        assert answer.read() == b""


def test_a_site_without_such_a_page_still_says_404(site: Path):
    with _serving(site, "/") as connection:
        assert _get(connection, "/no/such/")[0] == 404


@pytest.mark.parametrize("address", ["/name/files/", "/files/"])
def test_the_path_that_the_site_is_published_at_leads_to_it_too(site: Path, address: str):
    with _serving(site, "/name/") as connection:
        assert _get(connection, address) == (200, b"files")


def test_nothing_above_the_site_is_served(site: Path):
    (site.parent / "secret").write_text("no")
    with _serving(site, "/name/") as connection:
        assert _get(connection, "/name/../../secret")[0] == 404
        assert _get(connection, "/name/%2e%2e/secret")[0] == 404


@pytest.mark.parametrize(
    ("site_url", "root"),
    [("", "/"), ("https://example.org", "/"), ("https://example.org/name", "/name/")],
)
def test_the_root_is_the_path_of_the_address(site_url: str, root: str):
    assert site_root(site_url) == root

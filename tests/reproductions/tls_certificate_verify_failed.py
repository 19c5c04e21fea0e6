"""A server shows a certificate that no installed authority has signed."""

import ssl
import subprocess
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import requests

folder = Path(tempfile.mkdtemp())
subprocess.run(
    ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    + ["-days", "1", "-keyout", str(folder / "key"), "-out", str(folder / "cert")],
    check=True,
    capture_output=True,
)
server = HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(folder / "cert", folder / "key")
server.socket = context.wrap_socket(server.socket, server_side=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
requests.get(f"https://localhost:{server.server_port}/", timeout=5)

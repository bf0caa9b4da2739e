"""Creates orders by create_order.py in one process: a URL, then for each order its secret and the file of its body."""

import sys
from pathlib import Path

import create_order

create_order.URL, *orders = sys.argv[1:]
for secret, file in zip(orders[::2], orders[1::2]):
    create_order.API_SECRET = secret
    create_order.create_order(Path(file).read_bytes())

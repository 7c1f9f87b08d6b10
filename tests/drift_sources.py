"""Two small source files, and the cases of the drift benchmark that are made from them."""

from functools import cache

from bench.drift.cases import make_case
from bench.drift.corpus import Corpus, SourceFile
from bench.drift.kinds import kind_named
from bench.drift.oracle import Case

PYTHON = '''\
"""Reads orders from a folder and sums them up."""

import json
import os


class OrderBook:
    """All orders of one customer."""

    def __init__(self, folder, currency):
        self.folder = folder
        self.currency = currency
        # Don't read the "closed" orders here, they are far too many
        self.orders = []

    def read_orders(self, limit=None):
        for name in sorted(os.listdir(self.folder)):
            if not name.endswith(".json"):
                continue
            # Make sure that the whole file is read before it is parsed
            with open(os.path.join(self.folder, name)) as handle:
                content = handle.read()
            self.orders.append(json.loads(content))
            if limit is not None and len(self.orders) > limit:
                break
        return self.orders

    def total_amount(self, *, discount=0):
        """The sum of all orders - in the book's currency."""
        amount = 0
        for order in self.orders:
            # a well-known trap: the price may be missing...
            amount += order.get("price", 0) * order["quantity"]
            self.remember(order)
        amount = amount - discount
        self.print_summary(amount)
        return amount

    def print_summary(self, amount):
        summary = {
            "customer": self.folder,
            "currency": self.currency,
            "amount": amount,
            "orders": len(self.orders),
        }
        print(
            json.dumps(summary, indent=4),
            "of the whole book",
        )

    def remember(self, order):
        if order["quantity"] < 10:
            self.notify_customer(order, "a small order")
        self.write_journal(order, os.getpid(), self.currency)
        return None
'''
SCRIPT = """\
import { readFile } from './files';

/** What a reader of settings may be told. */
export interface ReaderOptions {
  folder: string;
  maximumDepth: number;
}

// The reader doesn't keep the "raw" text, only what it was parsed to
export class SettingsReader {
  private settings: Record<string, string> = {};

  constructor(private readonly options: ReaderOptions) {
    this.settings = {};
    registerReader(this, options.folder);
  }

  readSettings(fileName: string): Record<string, string> {
    const content = readFile(this.options.folder, fileName);
    for (const line of content.split('\\n')) {
      // Skip the lines that hold nothing but a comment - they are long
      if (line.startsWith('#') && line.length > 1) {
        continue;
      }
      const [name, value] = splitLine(line, this.options.maximumDepth);
      this.settings[name] = value;
      this.reportProgress(name, value);
    }
    return this.settings;
  }

  reportProgress(settingName: string, settingValue: string): void {
    console.log(
      settingName,
      settingValue,
      this.options.maximumDepth,
    );
    notifyListeners(this, settingName, settingValue);
  }
}
"""
CORPUS = Corpus(
    {
        "book 1": (SourceFile("book 1", "book/orders.py", PYTHON),),
        "reader 1": (SourceFile("reader 1", "src/reader.ts", SCRIPT),),
    }
)
EACH = 8
REFUSALS = ("two-places", "gone", "twin-only")


@cache
def cases_of(kind: str) -> list[Case]:
    made = [make_case(CORPUS, kind_named(kind), 3, number)[0] for number in range(EACH)]
    return [case for case in made if case is not None]

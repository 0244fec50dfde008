"""Trains a large network on a corpus of Ataxx, and writes a corpus of its values.

    python3 dev/tools/teacher.py CORPUS TAUGHT [SECONDS]
    attic-train train ataxx TAUGHT -o FILE --only open --continue --trust 100

Needs PyTorch, and a graphics card for more than a trial. The network of attic is small, because it is used a million times a second. It
memorizes noisy results before it generalizes. A residual network (He and others 2016) of two million weights makes better use of the same
games, since it sees each position turned in a different way every time, and its values have no noise. TAUGHT holds the positions of CORPUS
with these values in place of the scores, and as many positions one or two random moves away, because a search looks at such positions too.
docs/performance.md has the results. dev/lab/ataxx/corpus describes the files.
"""

import glob
import math
import os
import struct
import sys
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

SIZE, HEAD = 16, 8  # bytes of an entry, and of the head of a game
BOARD = (1 << 49) - 1
SCALE = 400  # hundredths of a piece in the exponent of a chance
TRUST = 0.25  # the part of a target that comes from the search of the position itself
CHANNELS, BLOCKS, BATCH = 128, 6, 4096
AHEAD = 8  # the network also predicts the owner of each square after this many plies
device = "cuda" if torch.cuda.is_available() else "cpu"


def games(folder):
    """Returns the entries of games on open boards, two words each, and the length of each game."""
    entries, lengths = [], []
    for name in sorted(glob.glob(os.path.join(folder, "*.corpus"))):
        data = open(name, "rb").read()
        at = data.index(b"\n\n") + 2
        while at + HEAD <= len(data):
            n = struct.unpack_from("<H", data, at)[0]
            end = at + HEAD + n * SIZE
            if end > len(data):
                break
            game = np.frombuffer(data[at + HEAD : end], "<u8").reshape(n, 2)
            if n and not (game[0, 0] & game[0, 1] & np.uint64(BOARD)):
                entries.append(game)
                lengths.append(n)
            at = end
    return np.concatenate(entries), np.array(lengths)


def targets(score, result, turn, stray, lengths):
    """Returns the chance of winning, a mixture of the search and the rest of the game; see retell in dev/lab/ataxx/train."""
    chance = 1 / (1 + np.exp(-score / SCALE))
    first = np.cumsum(lengths) - lengths
    said = np.empty(len(score))
    for back in range(1, lengths.max() + 1):  # backwards from the end of all games in parallel
        long = lengths >= back
        i = (first + lengths - back)[long]
        if back == 1:
            later = result[i]
        else:
            other = turn[i + 1] != turn[i]
            later = np.where(other, 1 - said[i + 1], np.where(stray[i], chance[i], said[i + 1]))
        said[i] = TRUST * chance[i] + (1 - TRUST) * later
    return said


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(*(part for _ in range(2) for part in (
            nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1, bias=False), nn.BatchNorm2d(CHANNELS), nn.ReLU())))
        nn.init.zeros_(self.layers[4].weight)

    def forward(self, x):
        return F.relu(x + self.layers[:5](x))


class Teacher(nn.Module):
    """Predicts the chance of winning, the search's chance of winning, the result of the game, and the owner of each square AHEAD plies later."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, CHANNELS, 3, padding=1, bias=False), nn.BatchNorm2d(CHANNELS), nn.ReLU(), *(Block() for _ in range(BLOCKS)))
        self.value = nn.Sequential(
            nn.Conv2d(CHANNELS, 32, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU(), nn.Flatten(), nn.Linear(32 * 49, 256), nn.ReLU(), nn.Linear(256, 5))
        self.owner = nn.Conv2d(CHANNELS, 3, 1)

    def forward(self, x):
        x = self.body(x)
        return self.value(x), self.owner(x)


SQUARES = torch.arange(49, device=device)
TURNED = torch.stack([t.flatten() for k in range(4) for t in (torch.rot90(SQUARES.view(7, 7), k), torch.rot90(SQUARES.view(7, 7), k).T)])


def cells(words, order):
    return words[:, None] >> order & 1


def planes(own, theirs):
    x = torch.stack([own, theirs, 1 - own - theirs], 1).view(-1, 3, 7, 7)
    return x.to(torch.bfloat16 if device == "cuda" else torch.float32).contiguous(memory_format=torch.channels_last)


def train(own, theirs, said, found, result, later, other, seconds):
    net = Teacher().to(device, memory_format=torch.channels_last)
    fast = torch.compile(net) if device == "cuda" else net
    optimiser = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-3, betas=(0.9, 0.99))
    begun, steps, told, total = None, 0, time.time(), 0.0
    while True:
        done = (time.time() - begun) / seconds if begun else 0
        if done >= 1:
            return net.eval()
        for group in optimiser.param_groups:
            group["lr"] = 2e-3 * min(1, done / 0.03 + 0.02) * (0.5 + 0.5 * math.cos(math.pi * done))
        i = torch.randint(len(own), (BATCH,), device=device)
        order = TURNED[torch.randint(8, (BATCH,), device=device)]
        j, swap = later[i], other[i][:, None]
        a, b = cells(own[j], order), cells(theirs[j], order)
        owner = (torch.where(swap, b, a) + 2 * torch.where(swap, a, b)).view(-1, 7, 7)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            values, owners = fast(planes(cells(own[i], order), cells(theirs[i], order)))
        values, entropy = values.float(), F.binary_cross_entropy_with_logits
        loss = (entropy(values[:, 0], said[i]) + 0.5 * entropy(values[:, 1], found[i]) + 0.3 * F.cross_entropy(values[:, 2:], result[i])
                + 0.15 * F.cross_entropy(owners.float(), owner))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        steps, total = steps + 1, total + loss.item()
        if begun is None:  # the first step compiles
            begun = time.time()
        if time.time() > told + 10:
            print(f"{100 * done:.0f} %, {steps * BATCH / 1e6:.1f} million positions, loss {total / steps:.4f}", flush=True)
            told = time.time()


def near(board, size):
    """Counts, for each square, the pieces in the area of this size around it, without the area one step smaller."""
    kernel = torch.ones(1, 1, size, size, device=device)
    if size > 3:
        kernel[0, 0, 1:-1, 1:-1] = 0
    return F.conv2d(board.view(-1, 1, 7, 7), kernel, padding=size // 2).flatten(1)


def moved(own, theirs):
    """Plays a random move in each position; half of the moves are jumps. Leaves out positions in which the other side could not move."""
    a, b = cells(own, SQUARES).float(), cells(theirs, SQUARES).float()
    free = 1 - a - b
    extend, jump = (near(a, 3) > 0) * free, near(a, 5) * free
    coin = (torch.rand(len(own), 1, device=device) < 0.5).float()
    chance = torch.cat([extend * coin, jump * (1 - coin)], 1)
    chance = torch.where(chance.sum(1, keepdim=True) > 0, chance, torch.cat([extend, jump], 1))
    to = (chance.clamp(1e-9).log() - torch.rand_like(chance).clamp(1e-9, 1 - 1e-7).log().neg().log()).argmax(1)
    target = F.one_hot(to % 49, 49).float()
    source = F.one_hot((torch.rand_like(a) * (near(target, 5) > 0) * a).argmax(1), 49) * (to >= 49)[:, None]
    turned = (near(target, 3) > 0) * b
    a, b = b - turned, a + target - source + turned
    can = ((near(a, 3) + near(a, 5) > 0) * (1 - a - b)).sum(1) > 0
    ok = (chance.sum(1) > 0) & (a.sum(1) > 0) & can
    pack = lambda x: (x.long() << SQUARES).sum(1)
    return pack(a)[ok], pack(b)[ok]


def values(net, own, theirs):
    with torch.no_grad():
        return torch.cat([net(planes(cells(own[k : k + 8192], SQUARES), cells(theirs[k : k + 8192], SQUARES)))[0][:, 0].float()
                          for k in range(0, len(own), 8192)])


def sums(data, lengths):
    """Returns the CRC-32 (Castagnoli) of each piece of data. lengths are the sizes of the pieces in bytes."""
    table = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        table = table >> 1 ^ np.where(table & 1, np.uint32(0x82F63B78), np.uint32(0))
    starts, longest = np.cumsum(lengths) - lengths, np.argsort(-lengths, kind="stable")
    value = np.full(len(lengths), 0xFFFFFFFF, np.uint32)
    for at in range(lengths.max()):
        i = longest[: np.searchsorted(-lengths[longest], -at)]
        value[i] = value[i] >> 8 ^ table[(value[i] ^ data[starts[i] + at]) & 255]
    return ~value


def write(name, own, theirs, logits, lengths):
    """Writes entries as games of these lengths. The bits of theirs above the board are kept."""
    score = np.clip(np.round(logits * SCALE), -16383, 16383).astype(np.int64).astype(np.uint64)
    data = np.stack([own & np.uint64(BOARD) | score << np.uint64(49), theirs], 1).astype("<u8").tobytes()
    with open(name, "xb") as file:
        file.write(b"attic ataxx corpus 1\nprogram dev/tools/teacher.py\n\n")
        at = 0
        for n, crc in zip(lengths, sums(np.frombuffer(data, np.uint8), lengths * SIZE)):
            file.write(struct.pack("<HHI", n, 0, crc) + data[at : at + n * SIZE])
            at += n * SIZE


def main(corpus, taught, seconds=240.0):
    entries, lengths = games(corpus)
    first, second = entries[:, 0], entries[:, 1]
    score = (first.astype(np.int64) >> 49).astype(float)
    outcome = (second >> np.uint64(49) & np.uint64(3)).astype(np.int64)
    turn, stray = second >> np.uint64(51) & np.uint64(1), (second >> np.uint64(60) & np.uint64(1)) == 1
    last = np.repeat(np.cumsum(lengths) - 1, lengths)
    later = np.minimum(np.arange(len(first)) + AHEAD, last)
    on = lambda x, kind=torch.float32: torch.from_numpy(np.ascontiguousarray(x)).to(device, kind)
    own, theirs = on((first & np.uint64(BOARD)).astype(np.int64), torch.int64), on((second & np.uint64(BOARD)).astype(np.int64), torch.int64)
    print(f"{len(first)} positions of {len(lengths)} games, {device}", flush=True)
    net = train(own, theirs, on(targets(score, outcome / 2, turn, stray, lengths)), on(1 / (1 + np.exp(-score / SCALE))), on(outcome, torch.int64),
                on(later, torch.int64), on(turn[later] != turn, torch.bool), seconds)
    if device == "cuda":
        net = net.bfloat16()
    os.makedirs(taught, exist_ok=True)
    write(os.path.join(taught, "games.corpus"), first, second, values(net, own, theirs).cpu().numpy(), lengths)
    half = torch.randperm(len(own), device=device)[: len(own) * 45 // 100]
    one = [torch.cat(x) for x in zip(*(moved(own[k], theirs[k]) for k in half.split(1 << 18)))]
    two = moved(one[0][::2], one[1][::2])
    a, b = torch.cat([one[0], two[0]]), torch.cat([one[1], two[1]])
    drawn = b.cpu().numpy().astype(np.uint64) | np.uint64(1 << 49 | 1 << 52)  # no result, engine rules
    write(os.path.join(taught, "moved.corpus"), a.cpu().numpy().astype(np.uint64), drawn, values(net, a, b).cpu().numpy(), np.full(len(a) // 1000, 1000))


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], *(float(x) for x in sys.argv[3:]))

package palette

// ascii holds what stands for characters that a terminal without Unicode lacks. Where two of them can stand
// in the same place they get different ones.
var ascii = map[rune]rune{
	'·': '.', '•': '*', '…': '~', '×': 'x', '°': 'o', '–': '-', '—': '-', '’': '\'', '“': '"', '”': '"',
	'✓': 'v', '✗': 'X', '♪': '&', '☼': '*',

	'─': '-', '│': '|', '┌': '+', '┐': '+', '└': '+', '┘': '+', '├': '+', '┤': '+', '┬': '+', '┴': '+', '┼': '+',
	'━': '=', '┃': '|', '═': '=', '║': '"',
	'╌': '~', '╎': ':', '╭': ',', '╮': ',', '╰': '`', '╯': '\'', // corners of dashed lines
	'╱': '/', '╲': '\\', '╳': 'X',

	'▸': '>', '◂': '<', '▴': '^', '▾': 'v', '▶': '>', '◀': '<', '▲': '^', '▼': 'v', '△': 'A', '▽': 'V',
	'→': '>', '←': '<', '↑': '^', '↓': 'v',

	'█': '#', '▓': '%', '▒': '+', '░': ':', '▌': '|', '▐': '|', '▀': '"', '▄': '_',
	'■': '#', '□': '.', '●': '@', '○': 'o', '◆': '#', '◇': 'o', '◯': 'O',
}

// ASCII returns the ASCII character that stands for r: r itself if it is one, '?' if nothing resembles it.
func ASCII(r rune) rune {
	if r <= '~' {
		return r
	}
	if a, ok := ascii[r]; ok {
		return a
	}
	return '?'
}

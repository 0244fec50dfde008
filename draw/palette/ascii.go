package palette

// ascii holds replacements for characters that a terminal without Unicode lacks. Characters that can appear in the same
// cell have different replacements.
var ascii = map[rune]rune{
	'·': '.', '•': '*', '…': '~', '×': 'x', '°': 'o', '–': '-', '—': '-', '’': '\'', '“': '"', '”': '"',
	'✓': 'v', '✗': 'X', '♪': '&', '☼': '*',

	'─': '-', '│': '|', '┌': '+', '┐': '+', '└': '+', '┘': '+', '├': '+', '┤': '+', '┬': '+', '┴': '+', '┼': '+',
	'━': '=', '┃': '|', '═': '=', '║': '"',
	'╌': '~', '╎': ':', '╭': ',', '╮': ',', '╰': '`', '╯': '\'', // corners of dashed lines
	'╱': '/', '╲': '\\', '╳': 'X',

	'▸': '>', '◂': '<', '▴': '^', '▾': 'v', '▶': '>', '◀': '<', '▲': '^', '▼': 'v', '△': 'A', '▽': 'V',
	'→': '>', '←': '<', '↑': '^', '↓': 'v',

	'▏': ' ', '▎': ' ', '▍': ' ', '▋': ' ', '▊': ' ', '▉': ' ', '▕': ' ', // parts of a solid's last cell
	'█': '#', '▓': '%', '▒': '+', '░': ':', '▌': '|', '▐': '|', '▀': '"', '▄': '_',
	'■': '#', '□': '.', '●': '@', '○': 'o', '◆': '#', '◇': 'o', '◯': 'O',
}

// ASCII returns the ASCII character that replaces r: r itself if it is ASCII, '?' if there is no replacement.
func ASCII(r rune) rune {
	if r <= '~' {
		return r
	}
	if a, ok := ascii[r]; ok {
		return a
	}
	return '?'
}

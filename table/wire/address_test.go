package wire

import (
	"net/netip"
	"slices"
	"strings"
	"testing"
)

func TestParseAddress(t *testing.T) {
	for text, want := range map[string]Address{
		"held27@192.168.1.20":               {ID: "held27", Host: "192.168.1.20", Port: 7117},
		"held27@pc.example.org:80":          {ID: "held27", Host: "pc.example.org", Port: 80},
		"  join held27@my-pc:65535\t\n":     {ID: "held27", Host: "my-pc", Port: 65535},
		"attic join held27@my-pc tls":       {ID: "held27", Host: "my-pc", Port: 7117, TLS: true},
		"Join held27@my-pc:1 TLS":           {ID: "held27", Host: "my-pc", Port: 1, TLS: true},
		"kx@[::1]:7000":                     {ID: "kx", Host: "::1", Port: 7000},
		"kx@[fe80::1%eth0]":                 {ID: "kx", Host: "fe80::1%eth0", Port: 7117},
		"kx@[2001:0DB8::0001]:0080 tls":     {ID: "kx", Host: "2001:db8::1", Port: 80, TLS: true},
		"held27@my-pc:80 tls watch":         {ID: "held27", Host: "my-pc", Port: 80, TLS: true, Watch: true},
		"watch@watch watch":                 {ID: "watch", Host: "watch", Port: 7117, Watch: true},
		"https://my-pc:80/#held27/watch":    {ID: "held27", Host: "my-pc", Port: 80, TLS: true, Watch: true},
		"my-pc:7117/#held27":                {ID: "held27", Host: "my-pc", Port: 7117},
		"attic join my-pc:80/#held27/watch": {ID: "held27", Host: "my-pc", Port: 80, Watch: true},
		"pc.example.org/#held27":            {ID: "held27", Host: "pc.example.org", Port: 80},
		"pc.example.org/#held27 tls":        {ID: "held27", Host: "pc.example.org", Port: 443, TLS: true},
		"[::1]:7000/#kx tls watch":          {ID: "kx", Host: "::1", Port: 7000, TLS: true, Watch: true},
		"join@join":                         {ID: "join", Host: "join", Port: 7117},
		"tls@tls tls":                       {ID: "tls", Host: "tls", Port: 7117, TLS: true},
		"A_b-C@" + strings.Repeat("x", 253): {ID: "A_b-C", Host: strings.Repeat("x", 253), Port: 7117},
	} {
		got, err := ParseAddress(text)
		if err != nil || got != want {
			t.Errorf("%q is %+v, %v, want %+v", text, got, err, want)
		}
		if again, err := ParseAddress(got.String()); err != nil || again != got {
			t.Errorf("%q is written %q, which is %+v, %v", text, got, again, err)
		}
	}
	for a, want := range map[Address]string{
		{ID: "kx", Host: "::1", Port: 7117}:                       "kx@[::1]",
		{ID: "kx", Host: "::1", Port: 80}:                         "kx@[::1]:80",
		{ID: "kx", Host: "192.168.1.20", Port: 7117, TLS: true}:   "kx@192.168.1.20 tls",
		{ID: "kx", Host: "pc.example.org", Port: 7118, TLS: true}: "kx@pc.example.org:7118 tls",
	} {
		if got := a.String(); got != want {
			t.Errorf("%+v is written %q, want %q", a, got, want)
		}
	}
}

func TestWhatIsNoAddress(t *testing.T) {
	const form = "write ID@HOST or ID@HOST:PORT, such as kx3f9qbd5e7m@192.168.1.20"
	for text, want := range map[string]string{
		"":                          "an address is missing: " + form,
		" \n":                       "an address is missing: " + form,
		"join":                      `"join" is not an address: ` + form,
		"held27":                    `"held27" is not an address: ` + form,
		"held27@":                   `"held27@" is not an address: ` + form,
		"@my-pc":                    `"@my-pc" is not an address: ` + form,
		"tls":                       `"tls" is not an address: ` + form,
		"held27@my-pc ssl":          `unexpected "ssl" after the address: only tls or watch may follow it`,
		"held27@my-pc tls tls":      `unexpected "tls" after the address: only tls or watch may follow it`,
		"held 27@my-pc":             `"held 27@my-pc" is not an address: write ID@HOST or ID@HOST:PORT, such as kx3f9qbd5e7m@192.168.1.20`,
		"held27 192.168.1.20:7117":  `"held27 192.168.1.20:7117" is not an address: write ID@HOST or ID@HOST:PORT, such as kx3f9qbd5e7m@192.168.1.20`,
		"held27@ws://my-pc:7117":    `leave out "ws://": write ID@HOST or ID@HOST:PORT, such as kx3f9qbd5e7m@192.168.1.20`,
		"héld@my-pc":                `"héld" is not an ID: use 1 to 64 letters, digits, - or _`,
		"held27@my-pc:":             "a port is missing after the colon: " + form,
		"held27@my-pc:0":            `"0" is not a port: use a number from 1 to 65535`,
		"held27@my-pc:65536":        `"65536" is not a port: use a number from 1 to 65535`,
		"held27@my-pc:+80":          `"+80" is not a port: use a number from 1 to 65535`,
		"held27@my-pc:http":         `"http" is not a port: use a number from 1 to 65535`,
		"held27@:80":                `"" is not a host: use a name, such as pc.example.org, or an IP address`,
		"held27@a@b":                `"a@b" is not a host: use a name, such as pc.example.org, or an IP address`,
		"held27@http://my-pc":       `leave out "http://": write ID@HOST or ID@HOST:PORT, such as kx3f9qbd5e7m@192.168.1.20`,
		"ws://my-pc:7117/#held27":   `"ws://my-pc:7117/#held27" is not a link to a game: write http://HOST:PORT/#ID, the link shown to the host`,
		"my-pc/x/#held27":           `"my-pc/x/#held27" is not a link to a game: write http://HOST:PORT/#ID, the link shown to the host`,
		"my-pc:7117/#":              `"my-pc:7117/#" is not a link to a game: write http://HOST:PORT/#ID, the link shown to the host`,
		"my-pc:99999/#held27":       `"99999" is not a port: use a number from 1 to 65535`,
		"held27@my-pc/x":            `"my-pc/x" is not a host: use a name, such as pc.example.org, or an IP address`,
		"held27@pc\x1b[2J":          `"pc\x1b[2J" is not a host: use a name, such as pc.example.org, or an IP address`,
		"held27@::1":                "put the IPv6 address in brackets: ID@[::1]",
		"held27@[::1]7117":          `unexpected "7117" after the brackets: write ID@[HOST]:PORT`,
		"held27@[::1]:":             `unexpected ":" after the brackets: write ID@[HOST]:PORT`,
		"held27@[my-pc]":            `"my-pc" is not an IPv6 address, such as ::1: write brackets only around IPv6 addresses`,
		"held27@[192.168.1.20]":     `"192.168.1.20" is not an IPv6 address, such as ::1: write brackets only around IPv6 addresses`,
		"held27@[fe80::1%a/b]":      `"fe80::1%a/b" is not an IPv6 address, such as ::1: write brackets only around IPv6 addresses`,
		"held27@[::1":               "the bracket is not closed: write ID@[HOST] or ID@[HOST]:PORT",
		strings.Repeat("x", 60):     `"` + strings.Repeat("x", 40) + `..." is not an address: ` + form,
		"a@" + long254:              `"` + strings.Repeat("x", 40) + `..." is not a host: use a name, such as pc.example.org, or an IP address`,
		"held27@my-pc:\u202e80 tls": "\"\\u202e80\" is not a port: use a number from 1 to 65535",
	} {
		if got, err := ParseAddress(text); err == nil || err.Error() != want {
			t.Errorf("%q is %+v, %v,\nwant %s", text, got, err, want)
		}
	}
}

var long254 = strings.Repeat("x", 254)

func FuzzParseAddress(f *testing.F) {
	for _, text := range []string{"held27@192.168.1.20", "join held27@pc.example.org:80 tls", "kx@[::1]:7117", "kx@[fe80::1%eth0]", "held27", "a@b:c", "a@[::ffff:1.2.3.4]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ParseAddress(text)
		if err != nil {
			if text := err.Error(); strings.ContainsFunc(text, control) || len(text) > 400 {
				t.Fatalf("the error is %q", text)
			}
			return
		}
		if again, err := ParseAddress(a.String()); err != nil || again != a {
			t.Fatalf("%q is %+v, written %q, which is %+v, %v", text, a, a, again, err)
		}
	})
}

func TestReachable(t *testing.T) {
	for found, want := range map[string][]string{
		"": {"127.0.0.1"},
		"127.0.0.1 ::1 fe80::1%eth0 169.254.3.4 0.0.0.0 :: 224.0.0.1":       {"127.0.0.1"},
		"2001:db8::1 192.168.1.20 fd00::7 10.0.0.5 ::ffff:10.0.0.9 fe80::2": {"10.0.0.5", "10.0.0.9", "192.168.1.20", "2001:db8::1", "fd00::7"},
		"10.0.0.5 10.0.0.5": {"10.0.0.5"},
	} {
		var list []netip.Addr
		for text := range strings.FieldsSeq(found) {
			list = append(list, netip.MustParseAddr(text))
		}
		if got := reachable(list); !slices.Equal(got, want) {
			t.Errorf("the reachable ones of %q are %q, want %q", found, got, want)
		}
	}
	own := Own()
	if len(own) == 0 {
		t.Error("this machine has no address")
	}
	for _, ip := range own {
		if _, err := ParseAddress((Address{ID: "a", Host: ip, Port: DefaultPort}).String()); err != nil {
			t.Errorf("one of this machine's addresses is %q: %v", ip, err)
		}
	}
}

package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// Each line: options, the environment, and the one line with which atticd refuses them; nothing is made or listened to.
func TestWrongOptions(t *testing.T) {
	for _, c := range []struct{ args, env, want string }{
		{"", "", "atticd needs a folder for its games: --data DIR"},
		{"--data x --acme", "", "--acme needs the name that the certificate is for: --domain NAME"},
		{"--data x --acme --domain games.example --tls-cert a --tls-key b", "", "--acme and --tls-cert exclude each other"},
		{"--data x --tls-cert a", "", "--tls-cert and --tls-key go together"},
		{"--data x --domain https://games.example", "", `--domain takes a name such as games.example, not "https://games.example"`},
		{"--data x --domain games.example:80", "", `--domain takes a name such as games.example, not "games.example:80"`},
		{"--data x --listen 7117", "", `--listen takes HOST:PORT or :PORT, not "7117"`},
		{"--data x --listen :70000", "", `--listen takes HOST:PORT or :PORT, not ":70000"`},
		{"--data x --trust-proxy 10.0.0.0/8,proxy", "", `--trust-proxy takes IP addresses or networks such as 10.0.0.0/8, separated by commas, not "proxy"`},
		{"--data x --admin 0.0.0.0:7119", "", `--admin takes HOST:PORT of this machine alone, such as localhost:7119, or off, not "0.0.0.0:7119": whoever reaches it can close tables`},
		{"--data x --per-address -1", "", `--per-address takes a number of people, 0 for no limit, not "-1"`},
		{"--date x", "", "unknown option --date; atticd -h lists the options"},
		{"x", "", `unexpected argument "x"; atticd takes only options: atticd -h`},
		{"", "ATTICD_DATA=x ATTICD_LISTEN=here", `ATTICD_LISTEN: --listen takes HOST:PORT or :PORT, not "here"`},
		{"", "ATTICD_DATA=x ATTICD_ACME=maybe", `ATTICD_ACME is true or false, not "maybe"`},
		{"--listen :0", "ATTICD_LISTEN=here", "atticd needs a folder for its games: --data DIR"},
		{"load", "", "load takes the address of one hall, such as http://localhost:7117"},
		{"load http://localhost:1 --game atommaster", "", `--game takes a game without hidden information, not "atommaster"`},
	} {
		env := map[string]string{}
		for pair := range strings.FieldsSeq(c.env) {
			name, value, _ := strings.Cut(pair, "=")
			env[name] = value
		}
		cmd := command(func(name string) string { return env[name] })
		cmd.SetArgs(strings.Fields(c.args))
		if err := cmd.Execute(); err == nil || err.Error() != c.want {
			t.Errorf("%s %s: %v, want %q", c.env, c.args, err, c.want)
		}
	}
}

// The address that atticd prints, and by which browsers may reach it, follows from the options.
func TestAddresses(t *testing.T) {
	for _, c := range []struct{ args, url, where string }{
		{"", "", "http://localhost:7117/"},
		{"--listen 127.0.0.1:80", "", "http://127.0.0.1:7117/"},
		{"--tls-cert a --tls-key b", "", "https://localhost:7117/"},
		{"--domain Games.example", "http://games.example:7117", "http://games.example:7117/"},
		{"--domain games.example --acme", "https://games.example", "https://games.example/"},
		{"--domain games.example --acme --listen :8443", "https://games.example:8443", "https://games.example:8443/"},
		{"--domain games.example --listen localhost:7117 --trust-proxy 127.0.0.1", "https://games.example", "https://games.example/"},
	} {
		o := options{port: 7117}
		flags := o.command(func(string) string { return "" }).Flags()
		if err := flags.Parse(append(strings.Fields(c.args), "--data", "x")); err != nil {
			t.Fatal(err)
		}
		if err := o.check(flags); err != nil {
			t.Fatal(err)
		}
		url := ""
		if u := o.url(); u != nil {
			url = u.String()
		}
		if where := o.where(7117); url != c.url || where != c.where {
			t.Errorf("%s: %q and %q, want %q and %q", c.args, url, where, c.url, c.where)
		}
	}
}

// The manual page names every option, and no other.
func TestTheManualPageNamesEveryOption(t *testing.T) {
	text, err := os.ReadFile("../../deploy/atticd.8")
	if err != nil {
		t.Fatal(err)
	}
	page := strings.ReplaceAll(string(text), `\-`, "-")
	flags := command(os.Getenv).Flags()
	flags.VisitAll(func(f *pflag.Flag) {
		if !strings.Contains(page, "--"+f.Name) {
			t.Errorf("the page lacks --%s", f.Name)
		}
	})
	for _, option := range regexp.MustCompile(`--[a-z-]+`).FindAllString(page, -1) {
		if name := option[2:]; flags.Lookup(name) == nil && name != "help" {
			t.Errorf("the page names %s, which is no option", option)
		}
	}
}

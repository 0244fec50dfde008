package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// Each line holds options, the environment and the one line with which atticd refuses them; it makes nothing and listens nowhere.
func TestWrongOptions(t *testing.T) {
	for _, c := range []struct{ args, env, want string }{
		{"", "", "atticd needs a folder for its games: --data DIR, or --nats ADDRESSES"},
		{"--data x --nats nats://a", "", "use either --data or --nats"},
		{"--nats http://a", "", `--nats takes addresses such as nats://10.0.0.1:4222 or tls://nats.example:4222, separated by commas, not "http://a"`},
		{"--nats nats://a,b:4222", "", `--nats takes addresses such as nats://10.0.0.1:4222 or tls://nats.example:4222, separated by commas, not "b:4222"`},
		{"--data x --creds a", "", "--creds needs --nats ADDRESSES"},
		{"--data x --nats-ca a", "", "--nats-ca needs --nats ADDRESSES"},
		{"--data x --replicas 3", "", "--replicas needs --nats ADDRESSES"},
		{"--nats nats://a --replicas 2", "", `--replicas takes 1, 3 or 5, not "2"`},
		{"--nats nats://a --acme --domain games.example", "", "--acme stores its certificates in the --data folder, so it does not work with --nats: let a proxy encrypt, or use --tls-cert"},
		{"--data x --log xml", "", `--log takes text or json, not "xml"`},
		{"--data x --verify 25:00", "", `--verify takes a time of day, such as 04:00, or off; "25:00" is neither`},
		{"--data x --verify-rate 0", "", `--verify-rate takes a number of games from 1 to 10000, not "0"`},
		{"--data x --verify off --archive y", "", "--archive also needs --verify HH:MM: finished games are copied during that daily check"},
		{"--data x --webhook chat.example/1", "", `--webhook takes an address such as https://chat.example/hooks/1, not "chat.example/1"`},
		{"--data x --webhook https:///1", "", `--webhook takes an address such as https://chat.example/hooks/1, not "https:///1"`},
		{"fsck", "", "fsck needs to know where the hall is: --data DIR, or --nats ADDRESSES"},
		{"fsck --data testdata", "", "testdata: there is no hall in this folder"},
		{"fsck x", "", `unexpected argument "x"; fsck takes only options: atticd fsck -h`},
		{"backup --data x", "", "backup needs a folder for the copy: --to NEW"},
		{"backup --data testdata/kept --to testdata", "", "testdata already exists: choose another name"},
		{"restore --data x", "", "restore needs to know where the backup is: --from BACKUP"},
		{"restore --data x --from testdata", "", "testdata is not a backup: it holds no tables"},
		{"migrate --data x", "", "migrate needs to know where to write the hall: --to-data DIR, or --to-nats ADDRESSES"},
		{"migrate --to-data x", "", "migrate needs to know where the hall is: --data DIR, or --nats ADDRESSES"},
		{"migrate --data x --to-data x/", "", "--data and --to-data, or --nats and --to-nats, must be different"},
		{"migrate --data x --to-data y --to-nats nats://a", "", "use either --to-data or --to-nats"},
		{"migrate --data x --to-data y --to-creds a", "", "--to-creds needs --to-nats ADDRESSES"},
		{"", "ATTICD_NATS=nats://a ATTICD_DATA=x", "use either --data or --nats"},
		{"", "ATTICD_DATA=x ATTICD_CREDS=a", "--creds needs --nats ADDRESSES"},
		{"--data x --acme", "", "--acme needs the name for the certificate: --domain NAME"},
		{"--data x --acme --domain games.example --tls-cert a --tls-key b", "", "use either --acme or --tls-cert"},
		{"--data x --tls-cert a", "", "--tls-cert and --tls-key go together"},
		{"--data x --domain https://games.example", "", `--domain takes a name such as games.example, not "https://games.example"; for another port, use --url https://games.example:8443`},
		{"--data x --domain games.example:80", "", `--domain takes a name such as games.example, not "games.example:80"; for another port, use --url https://games.example:8443`},
		{"--data x --url games.example:8443", "", `--url takes the address of a proxy or tunnel to this machine, such as https://games.example.org or https://games.example.org:8443, not "games.example:8443"`},
		{"--data x --url https://bücher.example", "", `--url takes the address of a proxy or tunnel to this machine, such as https://games.example.org or https://games.example.org:8443, not "https://bücher.example"`},
		{"--data x --url https://games.example:99999", "", `--url takes the address of a proxy or tunnel to this machine, such as https://games.example.org or https://games.example.org:8443, not "https://games.example:99999"`},
		{
			"--data x --url https://a.example,https://games.example/attic", "", `--url takes an address without a path, not "https://games.example/attic": browsers store players' keys by name and port, not by path, so the ` +
				`other pages at games.example could read them; use a name of its own, such as https://attic.games.example, or a port of its own`,
		},
		{"--data x --url http://games.example --tls-cert a --tls-key b", "", "with --tls-cert or --acme, atticd encrypts, so --url needs an address that begins with https://, not http://"},
		{"--data x --acme --url https://games.example", "", "--acme needs the name for the certificate: --domain NAME"},
		{"--data x --admin off --admin-token y", "", "--admin-token needs --admin ADDRESS"},
		{"--data x --listen 7117", "", `--listen takes HOST:PORT or :PORT, not "7117"`},
		{"--data x --listen :70000", "", `--listen takes HOST:PORT or :PORT, not ":70000"`},
		{"--data x --trust-proxy 10.0.0.0/8,proxy", "", `--trust-proxy takes IP addresses or networks such as 10.0.0.0/8, separated by commas, not "proxy"`},
		{"--data x --admin 0.0.0.0:7119", "", `--admin takes off, or HOST:PORT that only this machine reaches, such as localhost:7119, not "0.0.0.0:7119": everybody who reaches that address can close tables`},
		{"--data x --per-address -1", "", `--per-address takes a number of people, or 0 for no limit, not "-1"`},
		{"--date x", "", "unknown option --date; atticd -h lists the options"},
		{"x", "", `unexpected argument "x"; atticd takes only options: atticd -h`},
		{"help nonsense", "", `unknown help topic "nonsense"; atticd -h lists the commands`},
		{"", "ATTICD_DATA=x ATTICD_LISTEN=here", `ATTICD_LISTEN: --listen takes HOST:PORT or :PORT, not "here"`},
		{"", "ATTICD_DATA=x ATTICD_ACME=maybe", `ATTICD_ACME is true or false, not "maybe"`},
		{"--listen :0", "ATTICD_LISTEN=here", "atticd needs a folder for its games: --data DIR, or --nats ADDRESSES"},
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

// The address that atticd prints and the addresses for browsers follow from the options.
func TestAddresses(t *testing.T) {
	for _, c := range []struct{ args, url, where string }{
		{"", "", "http://localhost:7117/"},
		{"--listen 127.0.0.1:80", "", "http://127.0.0.1:7117/"},
		{"--tls-cert a --tls-key b", "", "https://localhost:7117/"},
		{"--domain Games.example", "http://games.example:7117/", "http://games.example:7117/"},
		{"--domain games.example --acme", "https://games.example/", "https://games.example/"},
		{"--domain games.example --acme --listen :8443", "https://games.example:8443/", "https://games.example:8443/"},
		{"--domain games.example --listen localhost:7117 --trust-proxy 127.0.0.1", "https://games.example/", "https://games.example/"},
		{"--domain a.example,b.example --url HTTPS://Games.example:8443 --url http://c.example:80/ --trust-proxy ::1", "https://games.example:8443/ http://c.example/ https://a.example/ https://b.example/", "https://games.example:8443/"},
	} {
		o := options{port: 7117}
		flags := o.command(func(string) string { return "" }).Flags()
		if err := flags.Parse(append(strings.Fields(c.args), "--data", "x")); err != nil {
			t.Fatal(err)
		}
		if err := o.check(flags); err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, u := range o.addresses() {
			list = append(list, u.String())
		}
		url := strings.Join(list, " ")
		if where := o.where(7117); url != c.url || where != c.where {
			t.Errorf("%s: %q and %q, want %q and %q", c.args, url, where, c.url, c.where)
		}
	}
}

// The manual page names every option, and no other.
func TestLicences(t *testing.T) {
	if out, wrong := run(t, "licences"); out != licences || wrong != "" {
		t.Errorf("%d of %d bytes, %s", len(out), len(licences), wrong)
	}
}

func TestTheManualPageNamesEveryOption(t *testing.T) {
	text, err := os.ReadFile("../../server/deploy/atticd.8")
	if err != nil {
		t.Fatal(err)
	}
	page := strings.ReplaceAll(string(text), `\-`, "-")
	there := map[string]bool{"help": true}
	hall := command(os.Getenv)
	for _, cmd := range append(hall.Commands(), hall) {
		if !strings.Contains(page, cmd.Name()) {
			t.Errorf("the page lacks the command %s", cmd.Name())
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			there[f.Name] = true
			if !strings.Contains(page, "--"+f.Name) {
				t.Errorf("the page lacks --%s", f.Name)
			}
		})
	}
	for _, option := range regexp.MustCompile(`--[a-z-]+`).FindAllString(page, -1) {
		if !there[option[2:]] {
			t.Errorf("the page names %s, which is not an option", option)
		}
	}
}

package main

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"attic/cmd/internal/shell"
	"attic/server"
	"attic/table/wire"
)

type options struct {
	place            place
	domains          []string
	urls             []*url.URL
	host             string // the address on which to listen; "" for all addresses of this machine
	port             int
	certificate, key string
	acme             bool
	proxies          []netip.Prefix
	perAddress       int
	admin, token     string // the operator's address, and the file with the token for it
	log              string // text or json
	verify           *server.Verify
	rate             int // games verified per second
	archive          string
	keep             int // days for which finished games are kept; 0 for ever
	webhook          string
	noTournaments    bool
	ssh              visits
}

// visits are the options of terminals over SSH.
type visits struct {
	at         string // the address on which to listen; "" for none
	most       int
	perAddress int
}

// adminAddress is the default of --admin.
const adminAddress = "localhost:7119"

// prefix begins the names of environment variables that set options: ATTICD_DATA is --data.
const prefix = "ATTICD_"

// command returns the command atticd. getenv looks up an environment variable.
func command(getenv func(string) string) *cobra.Command {
	o := options{port: wire.DefaultPort, perAddress: 16, admin: adminAddress, log: "text", verify: &server.Verify{Hour: 4}, rate: 20, ssh: visits{most: 64, perAddress: 4}}
	return o.command(getenv)
}

// command returns the command that reads its options into o, which holds their defaults.
func (o *options) command(getenv func(string) string) *cobra.Command {
	tell := false
	cmd := &cobra.Command{
		Use: "atticd --data DIR", Short: "A hall for the games of attic: a server with a page, a lobby and any number of tables",
		Long: "Serves attic to browsers: a lobby in which people find each other, and tables with a link for each player and one for\n" +
			"spectators. Every move is on the disk before it is confirmed, so games continue even after a crash.\n" +
			"Each option can also be set by an environment variable: ATTICD_DATA for --data, ATTICD_TLS_CERT for --tls-cert.",
		Example:      "  atticd --data /var/lib/atticd\n  atticd --data /var/lib/atticd --domain games.example --acme\n  atticd --data /var/lib/atticd --url https://games.example:8443 --listen localhost:7117 --trust-proxy 127.0.0.1",
		SilenceUsage: true, SilenceErrors: true, Args: shell.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if tell {
				_, err := fmt.Fprintln(cmd.OutOrStdout(), "atticd", shell.Version(shell.Source(commit, date)))
				return err
			}
			if err := environment(cmd.Flags(), getenv); err != nil {
				return err
			}
			if err := o.check(cmd.Flags()); err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			context.AfterFunc(ctx, stop) // a second signal ends the process immediately
			err := o.serve(ctx, cmd.OutOrStdout(), cmd.ErrOrStderr())
			if err != nil && o.log == "json" {
				newLog(cmd.ErrOrStderr(), o.log).Error(shell.OneLine(err), "event", "end")
				return shell.ErrQuiet
			}
			return err
		},
	}
	cmd.AddCommand(fsckCommand(getenv), backupCommand(getenv), restoreCommand(getenv), migrateCommand(getenv), shell.Licences("atticd", licences))
	cmd.SetFlagErrorFunc(shell.FlagError)
	shell.Help(cmd)
	cmd.CompletionOptions.DisableDefaultCmd = true
	flags := cmd.Flags()
	flags.SortFlags = false
	o.place.flags(flags)
	flags.Var(&shell.Value{Kind: "names", Parse: o.readDomains}, "domain", "the `names` by which browsers reach the hall at the default ports, such as games.example, separated by commas; if neither --domain nor --url is given, the hall answers only at IP addresses and localhost")
	flags.Var(&shell.Value{Kind: "addresses", Parse: func(text string) error {
		urls, err := wire.ParseURLs(text)
		o.urls = append(o.urls, urls...)
		return err
	}}, "url", "other `addresses` at which browsers reach the hall, such as https://games.example:8443, separated by commas")
	flags.Var(&shell.Value{Kind: "address", Text: ":7117", Parse: o.readListen}, "listen", "the address on which to listen: HOST:PORT, or :PORT for all addresses of this machine")
	flags.StringVar(&o.certificate, "tls-cert", "", "encrypt with the certificate in this `file`")
	flags.StringVar(&o.key, "tls-key", "", "the `file` with the key of that certificate")
	flags.BoolVar(&o.acme, "acme", false, "encrypt with a certificate for --domain from Let's Encrypt, to whose terms you agree; the default port is then 443")
	flags.Var(&shell.Value{Kind: "list", Parse: o.readProxies}, "trust-proxy", "the `addresses` of proxies in front of the hall, separated by commas; atticd trusts their X-Forwarded-For and leaves encryption to them")
	flags.Var(&shell.Value{Kind: "n", Text: strconv.Itoa(o.perAddress), Parse: shell.Whole(&o.perAddress, 0, 100000, "--per-address takes a number of people, or 0 for no limit")},
		"per-address", "the most spectators from one address; for players who have not moved yet, the limit is twice as high, and at least 32; 0: neither limit, and none on new tables")
	flags.Var(&shell.Value{Kind: "address", Text: o.admin, Parse: o.readAdmin}, "admin", "the operator's address: HOST:PORT of this machine, or off")
	flags.StringVar(&o.token, "admin-token", "", "the `file` with the token for --admin, created if missing; by default admin-token in the folder of --data or --ssh-data")
	flags.Var(&shell.Value{Kind: "form", Text: o.log, Parse: o.readLog}, "log", "the format of the log on standard error: text, or json with fields")
	flags.Var(&shell.Value{Kind: "time", Text: "04:00", Parse: o.readVerify}, "verify", "the time of the daily check of all games, such as 04:00 (by this machine's clock), or off")
	flags.Var(&shell.Value{Kind: "n", Text: strconv.Itoa(o.rate), Parse: shell.Whole(&o.rate, 1, 10000, "--verify-rate takes a number of games from 1 to 10000")},
		"verify-rate", "the most games that the daily check reads per second")
	flags.StringVar(&o.archive, "archive", "", "copy finished games to this `folder` during the daily check; attic can open these files")
	flags.Var(&shell.Value{Kind: "days", Text: strconv.Itoa(o.keep), Parse: shell.Whole(&o.keep, 0, 36500, "--keep-finished takes a number of days, or 0 for ever")},
		"keep-finished", "the number of days for which a table's games are kept after the last game ends; 0: for ever")
	flags.BoolVar(&o.noTournaments, "no-tournaments", false, "let nobody make a tournament; those that exist go on")
	flags.Var(&shell.Value{Kind: "address", Parse: o.readWebhook}, "webhook", "post news of the lobby to this `address` of a club's chat, as JSON with a member text")
	flags.Var(&shell.Value{Kind: "address", Parse: o.readSSH}, "ssh", "also serve the full screen to terminals over SSH, at HOST:PORT, or :PORT for all addresses of this machine")
	flags.StringVar(&o.place.ssh, "ssh-data", "", "the `folder` with the SSH host key and the data of visitors who have an SSH key; default: DIR/ssh, where DIR is the --data folder")
	flags.Var(&shell.Value{Kind: "n", Text: strconv.Itoa(o.ssh.most), Parse: shell.Whole(&o.ssh.most, 1, 10000, "--ssh-most takes a number of visitors from 1 to 10000")},
		"ssh-most", "the most visitors over SSH at the same time; as many again are let in if the hall knows their keys")
	flags.Var(&shell.Value{Kind: "n", Text: strconv.Itoa(o.ssh.perAddress), Parse: shell.Whole(&o.ssh.perAddress, 0, 10000, "--ssh-per-address takes a number of visitors, or 0 for no limit")},
		"ssh-per-address", "the most visitors over SSH from one address, not counting visitors whose key the hall knows; 0: no limit, and none on the rate of new visitors")
	flags.BoolVarP(&tell, "version", "V", false, "print the version")
	return cmd
}

//go:embed licences.txt
var licences string

// environment sets options from environment variables, unless the command line sets them.
func environment(flags *pflag.FlagSet, getenv func(string) string) (wrong error) {
	flags.VisitAll(func(f *pflag.Flag) {
		name := prefix + strings.ReplaceAll(strings.ToUpper(f.Name), "-", "_")
		text := getenv(name)
		if text == "" || f.Changed || wrong != nil || f.Name == "version" || f.Name == "help" {
			return
		}
		switch err := flags.Set(f.Name, text); {
		case err == nil:
		case f.Value.Type() == "bool":
			wrong = shell.Usage("%s is true or false, not %q", name, text)
		default:
			wrong = shell.Usage("%s: %v", name, cmp.Or(errors.Unwrap(err), err))
		}
	})
	return wrong
}

// check returns an error for missing options or options that exclude each other.
func (o *options) check(flags *pflag.FlagSet) error {
	if err := o.place.check(flags, "atticd needs a folder for its games"); err != nil {
		return err
	}
	switch {
	case (o.certificate == "") != (o.key == ""):
		return shell.Usage("--tls-cert and --tls-key go together")
	case o.acme && o.certificate != "":
		return shell.Usage("use either --acme or --tls-cert")
	case o.acme && len(o.domains) == 0:
		return shell.Usage("--acme needs the name for the certificate: --domain NAME")
	case o.encrypts() && len(o.proxies) == 0 && slices.ContainsFunc(o.urls, func(u *url.URL) bool { return u.Scheme == "http" }):
		return shell.Usage("with --tls-cert or --acme, atticd encrypts, so --url needs an address that begins with https://, not http://")
	case o.token != "" && o.admin == "":
		return shell.Usage("--admin-token needs --admin ADDRESS")
	case o.acme && o.place.data == "":
		return shell.Usage("--acme stores its certificates in the --data folder, so it does not work with --nats: let a proxy encrypt, or use --tls-cert")
	case o.archive != "" && o.verify == nil:
		return shell.Usage("--archive also needs --verify HH:MM: finished games are copied during that daily check")
	case o.ssh.at != "" && o.place.ssh == "" && o.place.data == "":
		return shell.Usage("--ssh stores its host key in a folder; with --nats, name that folder: --ssh-data DIR")
	}
	for _, name := range []string{"ssh-data", "ssh-most", "ssh-per-address"} {
		if o.ssh.at == "" && flags.Changed(name) {
			return shell.Usage("--%s needs --ssh ADDRESS", name)
		}
	}
	if o.verify != nil {
		o.verify.Archive, o.verify.Rate = o.archive, o.rate
	}
	if o.acme && !flags.Changed("listen") {
		o.port = 443
	}
	return nil
}

func (o *options) readDomains(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		name := strings.ToLower(strings.TrimSpace(part))
		if urls, err := wire.ParseURLs("https://" + name); err != nil || urls[0].Host != name || strings.ContainsAny(name, ":[") {
			return fmt.Errorf("--domain takes a name such as games.example, not %q; for another port, use --url https://games.example:8443", part)
		}
		o.domains = append(o.domains, name)
	}
	return nil
}

func (o *options) readListen(text string) error {
	host, port, err := split(text)
	if err != nil {
		return fmt.Errorf("--listen takes HOST:PORT or :PORT, not %q", text)
	}
	o.host, o.port = host, port
	return nil
}

func (o *options) readAdmin(text string) error {
	if text == "off" {
		o.admin = ""
		return nil
	}
	host, _, err := split(text)
	if ip, bad := netip.ParseAddr(host); err != nil || host != "localhost" && (bad != nil || !ip.IsLoopback()) {
		return fmt.Errorf("--admin takes off, or HOST:PORT that only this machine reaches, such as localhost:7119, not %q: everybody who reaches that address can close tables", text)
	}
	o.admin = text
	return nil
}

func (o *options) readWebhook(text string) error {
	if u, err := url.Parse(text); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.Fragment != "" {
		return fmt.Errorf("--webhook takes an address such as https://chat.example/hooks/1, not %q", text)
	}
	o.webhook = text
	return nil
}

func (o *options) readSSH(text string) error {
	if _, _, err := split(text); err != nil {
		return fmt.Errorf("--ssh takes HOST:PORT or :PORT, such as :2222, not %q", text)
	}
	o.ssh.at = text
	return nil
}

func (o *options) readLog(text string) error {
	if text != "text" && text != "json" {
		return fmt.Errorf("--log takes text or json, not %q", text)
	}
	o.log = text
	return nil
}

func (o *options) readVerify(text string) error {
	if text == "off" {
		o.verify = nil
		return nil
	}
	at, err := time.Parse("15:04", text)
	if err != nil {
		return fmt.Errorf("--verify takes a time of day, such as 04:00, or off; %q is neither", text)
	}
	o.verify = &server.Verify{Hour: at.Hour(), Minute: at.Minute()}
	return nil
}

func split(text string) (host string, port int, err error) {
	host, number, err := net.SplitHostPort(text)
	if err == nil {
		var n uint64
		n, err = strconv.ParseUint(number, 10, 16)
		port = int(n)
	}
	return host, port, err
}

func (o *options) readProxies(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		prefix, err := netip.ParsePrefix(part)
		if ip, single := netip.ParseAddr(part); single == nil {
			prefix, err = ip.Prefix(ip.BitLen())
		}
		if err != nil {
			return fmt.Errorf("--trust-proxy takes IP addresses or networks such as 10.0.0.0/8, separated by commas, not %q", part)
		}
		o.proxies = append(o.proxies, prefix)
	}
	return nil
}

// name returns the first name of the hall, or "".
func (o *options) name() string {
	if list := o.addresses(); len(list) > 0 {
		return list[0].Hostname()
	}
	return ""
}

// encrypts reports whether atticd encrypts itself.
func (o *options) encrypts() bool { return o.acme || o.certificate != "" }

// addresses returns the hall's addresses for browsers: --url and the addresses of the domains. Links use the first.
func (o *options) addresses() []*url.URL {
	list := slices.Clone(o.urls)
	for _, name := range o.domains {
		u := &url.URL{Scheme: "http", Host: name, Path: "/"}
		usual := 80
		if o.encrypts() || len(o.proxies) > 0 {
			u.Scheme, usual = "https", 443
		}
		if len(o.proxies) == 0 && o.port != usual {
			u.Host = net.JoinHostPort(name, strconv.Itoa(o.port))
		}
		list = append(list, u)
	}
	return list
}

// where returns an address at which a person on this machine can open the hall, which listens at port.
func (o *options) where(port int) string {
	if list := o.addresses(); len(list) > 0 {
		return list[0].String()
	}
	scheme := "http"
	if o.encrypts() {
		scheme = "https"
	}
	return fmt.Sprintf("%s://%s/", scheme, net.JoinHostPort(cmp.Or(o.host, "localhost"), strconv.Itoa(port)))
}

package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/games"
	"attic/internal/phrase"
	"attic/server"
	"attic/server/files"
	"attic/server/keep"
	"attic/server/sshd"
)

// tool completes cmd, a command for the storage of a hall. places are the places that its options set.
func tool(getenv func(string) string, cmd *cobra.Command, places []*place, run func(cmd *cobra.Command, log *slog.Logger) error) *cobra.Command {
	cmd.Args = shell.None
	for _, p := range places {
		p.flags(cmd.Flags())
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := environment(cmd.Flags(), getenv); err != nil {
			return err
		}
		for _, p := range places {
			who := cmd.Name() + " needs to know where the hall is"
			if p.prefix != "" {
				who = cmd.Name() + " needs to know where to write the hall"
			}
			if err := p.check(cmd.Flags(), who); err != nil {
				return err
			}
		}
		return run(cmd, toolLog(cmd.ErrOrStderr()))
	}
	return cmd
}

func fsckCommand(getenv func(string) string) *cobra.Command {
	var p place
	return tool(getenv, &cobra.Command{
		Use: "fsck --data DIR", Short: "Read everything in a hall's storage and print each fault",
		Long: "Reads every game with its hashes and moves, the lists of tables and people, and the reports. Prints a line for each fault, then totals.\n" +
			"The exit status is 1 if there is a fault. fsck changes nothing, and the hall can stay open.",
	}, []*place{&p}, func(cmd *cobra.Command, log *slog.Logger) error {
		at, err := p.existing(false, log)
		if err != nil {
			return err
		}
		defer at.Close()
		out := cmd.OutOrStdout()
		checked := server.Check(at, games.Find, func(f server.Fault) { fmt.Fprintln(out, phrase.Printable(f.String())) })
		why, err := at.Marked()
		if err != nil {
			return err
		}
		if why != "" {
			fmt.Fprintf(out, "no hall opens here: %s\n", phrase.Printable(why))
		}
		fmt.Fprintln(out, checked)
		if checked.Faults > 0 {
			return errors.New(phrase.Count(checked.Faults, "fault"))
		}
		return nil
	})
}

// sshFlag adds the option for the folder with the data of SSH visitors.
func sshFlag(cmd *cobra.Command, p *place) {
	cmd.Flags().StringVar(&p.ssh, p.prefix+"ssh-data", "", "the `folder` that holds the data of SSH visitors; default: DIR/ssh, where DIR is the --"+p.prefix+"data folder")
}

func backupCommand(getenv func(string) string) *cobra.Command {
	var p place
	to := ""
	cmd := tool(getenv, &cobra.Command{
		Use: "backup --data DIR --to NEW", Short: "Copy everything in a hall's storage into a new folder of files",
		Long: "Writes a folder of text files that atticd can open, and reads them again to check them. The folder gets its name only when it is complete,\n" +
			"so you can interrupt backup and run it again. The hall can stay open.",
	}, []*place{&p}, func(cmd *cobra.Command, log *slog.Logger) error {
		if to == "" {
			return shell.Usage("backup needs a folder for the copy: --to NEW")
		}
		return p.backup(to, cmd.OutOrStdout(), cmd.ErrOrStderr(), log)
	})
	cmd.Flags().StringVar(&to, "to", "", "the new `folder` for the copy")
	sshFlag(cmd, &p)
	return cmd
}

func restoreCommand(getenv func(string) string) *cobra.Command {
	var p place
	from, table := "", ""
	cmd := tool(getenv, &cobra.Command{
		Use: "restore --from BACKUP --data NEW", Short: "Copy a backup into empty storage, or one table of a backup into a closed hall",
		Long: "Copies a folder made by atticd backup, or the folder of a hall in files, into empty storage (a folder or NATS servers), and checks the copy. With --table it replaces the\n" +
			"games of one table in the storage of a closed hall. You can interrupt restore and run it again.",
	}, []*place{&p}, func(cmd *cobra.Command, log *slog.Logger) error {
		if from == "" {
			return shell.Usage("restore needs to know where the backup is: --from BACKUP")
		}
		source := place{data: from}
		if there, err := source.holds(); err != nil || !there {
			return cmp.Or(err, fmt.Errorf("%s is not a backup: it holds no tables", phrase.Name(from)))
		}
		if table != "" {
			return p.restoreTable(&source, table, cmd.OutOrStdout(), log)
		}
		counts, err := transfer(&source, &p, false, cmd.ErrOrStderr(), log)
		if err == nil {
			fmt.Fprintf(cmd.OutOrStdout(), "Restored to %s. %s\n", &p, counts)
		}
		return err
	})
	cmd.Flags().StringVar(&from, "from", "", "the `folder` with the backup")
	sshFlag(cmd, &p)
	cmd.Flags().StringVar(&table, "table", "", "restore only the games of the table with this `ID`")
	return cmd
}

func migrateCommand(getenv func(string) string) *cobra.Command {
	p, to := place{}, place{prefix: "to-"}
	cmd := tool(getenv, &cobra.Command{
		Use: "migrate --data DIR --to-nats ADDRESSES", Short: "Move a closed hall to other storage",
		Long: "Copies everything into empty storage, checks the copy, and adds a note with the new place to the old storage, so that no hall can open there any more.\n" +
			"Until the note is written, the old storage is unchanged. You can interrupt migrate and run it again.",
		Example: "  atticd migrate --data /var/lib/atticd --to-nats nats://10.0.0.1:4222 --to-creds hall.creds\n" +
			"  atticd migrate --nats nats://10.0.0.1:4222 --creds hall.creds --to-data /var/lib/atticd",
	}, []*place{&p, &to}, func(cmd *cobra.Command, log *slog.Logger) error {
		if to.data != "" && filepath.Clean(to.data) == filepath.Clean(p.data) || to.urls != "" && to.urls == p.urls {
			return shell.Usage("--data and --to-data, or --nats and --to-nats, must be different")
		}
		counts, err := transfer(&p, &to, true, cmd.ErrOrStderr(), log)
		if err == nil {
			fmt.Fprintf(cmd.OutOrStdout(), "Moved from %s to %s. %s\n", &p, &to, counts)
		}
		return err
	})
	sshFlag(cmd, &p)
	sshFlag(cmd, &to)
	return cmd
}

// existing opens a place with stock. It returns an error if the place does not hold a hall.
func (p *place) existing(alone bool, log *slog.Logger) (keep.Stock, error) {
	if there, err := p.holds(); err != nil || !there {
		return nil, cmp.Or(err, fmt.Errorf("%s: there is no hall in this folder", p))
	}
	return p.stock(alone, log)
}

// backup copies everything into a new folder, whose path is to.
func (p *place) backup(to string, out, notes io.Writer, log *slog.Logger) error {
	to = filepath.Clean(to)
	if _, err := os.Lstat(to); err == nil {
		return fmt.Errorf("%s already exists: choose another name", phrase.Name(to))
	}
	part := to + ".part" // a backup that was killed starts over: the hall has changed since then
	if err := os.RemoveAll(part); err != nil {
		return err
	}
	counts, err := transfer(p, &place{data: part}, false, notes, log)
	if err == nil {
		err = files.Rename(part, to)
	}
	if err == nil {
		fmt.Fprintf(out, "Copied to %s. %s\n", phrase.Name(to), counts)
	}
	return err
}

// transfer copies everything from one place to another and checks the copy. If moves is set, no hall may be open at the old place, and none
// can open there later.
func transfer(from, to *place, moves bool, notes io.Writer, log *slog.Logger) (counts string, err error) {
	source, err := from.existing(moves, log)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	moved := fmt.Sprintf("everything here was moved to %s on ", to.whole())
	why, err := source.Marked()
	again := moves && strings.HasPrefix(why, moved) // perhaps an earlier transfer was killed just before its end
	if err == nil && why != "" && !again {
		err = errors.New(why)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", from, err)
	}
	target, err := to.stock(true, log)
	if err != nil {
		return "", err
	}
	at := time.Now()
	sums, err := keep.Copy(source, target, func(c keep.Counts) {
		if time.Since(at) > progressTime {
			at = time.Now()
			fmt.Fprintf(notes, "%s so far\n", c)
		}
	})
	err = errors.Join(err, target.Close())
	switch {
	case errors.Is(err, keep.ErrNotEmpty) && again:
		return "", fmt.Errorf("%s: %s", from, why)
	case err != nil:
		return "", fmt.Errorf("%s: %w", to, err)
	}
	counts, err = from.copyVisitors(to, sums.Counts.String(), notes)
	if err != nil {
		return "", err
	}
	if target, err = to.stock(true, log); err != nil {
		return "", err
	}
	err = sums.Finish(target, func() error {
		if !moves {
			return nil
		}
		return source.Mark(moved + time.Now().UTC().Format("2006-01-02 at 15:04 UTC"))
	})
	if err != nil {
		err = fmt.Errorf("%s: %w", to, err)
	}
	return counts, errors.Join(err, target.Close())
}

// copyVisitors copies the data of SSH visitors to another place. It returns the text counts, with the number of visitors added if there is
// such data.
func (p *place) copyVisitors(to *place, counts string, notes io.Writer) (string, error) {
	from := p.visitors()
	switch _, err := os.Stat(from); {
	case from == "" || errors.Is(err, fs.ErrNotExist):
		return counts, nil
	case err != nil:
		return "", err
	case to.visitors() == "":
		fmt.Fprintf(notes, "The host key for SSH and the data of SSH visitors were not copied: name a folder for them with --%sssh-data.\n", to.prefix)
		return counts, nil
	}
	n, err := sshd.Copy(from, to.visitors())
	if err != nil {
		return "", fmt.Errorf("%s: %w", to, err)
	}
	return fmt.Sprintf("%s, visitors over SSH: %d", counts, n), nil
}

// progressTime is the time between two progress lines of a copy.
const progressTime = 10 * time.Second

// restoreTable replaces the games of a table with those from a backup.
func (p *place) restoreTable(from *place, table string, out io.Writer, log *slog.Logger) error {
	source, err := from.existing(false, log)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := p.existing(true, log)
	if err != nil {
		return err
	}
	n, err := keep.CopyTable(source, target, table)
	if err = errors.Join(err, target.Close()); err != nil {
		return fmt.Errorf("table %s: %w", table, err)
	}
	fmt.Fprintf(out, "Restored the games of table %s: %d\n", table, n)
	return nil
}

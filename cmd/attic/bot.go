package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/server/online"
	"attic/table"
)

func botCommand() *cobra.Command {
	b, engine, level := online.Bot{Wait: 20 * time.Second, Most: 4}, "", -1
	cmd := &cobra.Command{
		Use: "bot ADDRESS", Short: "Play at the tables of a hall as a bot, with attic's computer or any UAI engine", GroupID: "machine",
		Long: "Sits in a hall until Ctrl-C, as a person whom everybody sees marked as a bot, and takes seats that nobody else has taken. With --offer, it makes tables\n" +
			"of its own and waits for people. It prints a line for each game that begins or ends. After Ctrl-C, it plays the moves that it is thinking about; start\n" +
			"it again, and it continues its games. Its recovery phrase is kept in attic's folder, so the name stays its own. Its games are never rated. It agrees to\n" +
			"take back moves and to a rematch, but not to a draw. docs/bots.md describes how to write a bot in another language.",
		Example: "  attic bot games.example --as Robbie --level 3\n  attic bot games.example --as Hal --game ataxx --engine 'my-engine --quiet' --clock 3+2 --clock 10+5\n" +
			"  attic bot games.example --as Robbie --offer --games 3",
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) != 1:
				return usage("bot takes the address of one hall, such as games.example")
			case b.Name == "":
				return usage("bot needs a name: --as NAME")
			case engine != "" && level >= 0:
				return usage("use either --engine or --level")
			case engine != "" && len(b.Games) == 0:
				return usage("--engine needs --game GAME, the game that the engine plays")
			case b.Offers && cmd.Flags().Changed("wait"):
				return usage("use either --offer or --wait")
			}
			b.Hall = args[0]
			return botLevel(&b, level)
		},
		RunE: func(*cobra.Command, []string) error {
			b.Seats = openStore().Bots()
			b.Say = func(line string) { fmt.Fprintln(shell.Out, time.Now().Format(time.DateTime), line) }
			return conversation(func(ctx context.Context) error {
				if err := botEngine(ctx, &b, engine); err != nil {
					return err
				}
				return b.Run(ctx)
			})
		},
	}
	flags := cmd.Flags()
	shell.Option(flags, "as", "name", "the bot's `name`, of at most 14 characters; the hall adds the mark (bot)", func(text string) error {
		b.Name = text
		return online.CheckBotName(text)
	})
	shell.Count(flags, "level", "n", "play at this `level`; default: the default level of each game", &level, 0, 1<<30, "a level, a number from 0")
	shell.Option(flags, "engine", "command", "play with this UAI engine: the `command` that starts it, or think:TIME for attic's own at full strength", func(text string) error {
		engine = text
		return match.CheckEngine(text)
	})
	shell.Option(flags, "game", "game", "play this `game`; may be repeated; default: all games", func(text string) error {
		g, ok := games.Find(text)
		if !ok {
			return fmt.Errorf("there is no game %q; use %s", text, gameList())
		}
		b.Games = append(b.Games, g)
		return nil
	})
	shell.Option(flags, "clock", "time", "play with this clock, such as 10+5, 3d or none; may be repeated; default: any clock; with --offer: none", func(text string) error {
		if text == "none" {
			text = ""
		} else if _, err := table.ParseClock(text); err != nil {
			return err
		}
		b.Clocks = append(b.Clocks, text)
		return nil
	})
	flags.BoolVar(&b.Offers, "offer", false, "make a table of each game and wait for people, instead of taking free seats")
	shell.Option(flags, "wait", "time", "how long a seat must have been free before the bot takes it, such as 5m, so that people come first; default: 20s", func(text string) (err error) {
		if b.Wait, err = time.ParseDuration(text); err != nil || b.Wait < 0 {
			return fmt.Errorf("%q is not a time; write it as 20s or 5m", text)
		}
		return nil
	})
	shell.Count(flags, "games", "n", "play at most `n` games at a time, by default 4; games whose other player is away do not count", &b.Most, 1, 32, "a number from 1 to 32")
	return cmd
}

// botLevel sets the games and the level of a bot.
func botLevel(b *online.Bot, level int) error {
	if len(b.Games) == 0 {
		b.Games = slices.DeleteFunc(games.All(), func(g game.Game) bool { _, ok := g.(game.Bots); return !ok })
	}
	for _, g := range b.Games {
		bots, ok := g.(game.Bots)
		if !ok {
			return usage("the computer does not play %s", g.Info().Title)
		}
		if low, high, _ := bots.Levels(); level >= 0 && (level < low || level > high) {
			return usage("%d is not a level of %s; %s", level, g.Info().Title, match.Levels(bots))
		}
	}
	b.Level = func(g game.Game) int {
		_, _, usual := g.(game.Bots).Levels()
		if level >= 0 {
			return level
		}
		return usual
	}
	return nil
}

// botEngine lets an engine play, unless command is "". It first lets the engine choose a move of each game, because nobody would see later that it does not start.
func botEngine(ctx context.Context, b *online.Bot, command string) error {
	if command == "" {
		return nil
	}
	for _, g := range b.Games {
		m, err := match.New(g, game.Setup{}.With(g.Info().Started))
		if err != nil {
			return err
		}
		there, err := opponents(g)(command)
		if err != nil {
			return err
		}
		_, err = there.Choose(ctx, m, func(game.Report) {})
		_ = there.Close()
		if err != nil && ctx.Err() == nil {
			return fmt.Errorf("the engine %s cannot play %s: %w", match.Player{Engine: command}.EngineLabel(), g.Info().Title, err)
		}
	}
	b.Engine = func(g game.Game) (table.Opponent, error) { return opponents(g)(command) }
	return nil
}

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"attic/dev/wait"
)

const schemaFile = "../../docs/json.schema.json"

// schemas checks values against the part of JSON Schema that docs/json.schema.json uses.
type schemas map[string]any

func readSchemas(t *testing.T) schemas {
	t.Helper()
	data, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	var whole struct {
		Defs schemas `json:"$defs"`
	}
	if err := json.Unmarshal(data, &whole); err != nil {
		t.Fatal(err)
	}
	return whole.Defs
}

// faults lists what is wrong with the value at a path. A keyword that this function does not know is a fault as well.
func (defs schemas) faults(path string, schema map[string]any, value any) (list []string) {
	say := func(format string, args ...any) { list = append(list, path+": "+fmt.Sprintf(format, args...)) }
	object, isObject := value.(map[string]any)
	array, isArray := value.([]any)
	for keyword, rule := range schema {
		switch keyword {
		case "$ref":
			name := strings.TrimPrefix(rule.(string), "#/$defs/")
			def, ok := defs[name].(map[string]any)
			if !ok {
				say("there is no schema %q", name)
				continue
			}
			list = append(list, defs.faults(path, def, value)...)
		case "type":
			types, several := rule.([]any)
			if !several {
				types = []any{rule}
			}
			if !slices.ContainsFunc(types, func(one any) bool { return slices.Contains(typesOf(value), one.(string)) }) {
				say("%v is not of type %v", value, rule)
			}
		case "enum":
			if !slices.Contains(rule.([]any), value) {
				say("%v is none of %v", value, rule)
			}
		case "items":
			for i, item := range array {
				list = append(list, defs.faults(fmt.Sprintf("%s[%d]", path, i), rule.(map[string]any), item)...)
			}
		case "properties":
			for name, property := range rule.(map[string]any) {
				if member, ok := object[name]; ok {
					list = append(list, defs.faults(path+"."+name, property.(map[string]any), member)...)
				}
			}
		case "required":
			for _, name := range rule.([]any) {
				if _, ok := object[name.(string)]; isObject && !ok {
					say("%s is missing", name)
				}
			}
		case "additionalProperties":
			known, _ := schema["properties"].(map[string]any)
			for name, member := range object {
				if _, ok := known[name]; ok {
					continue
				}
				if other, ok := rule.(map[string]any); ok {
					list = append(list, defs.faults(path+"."+name, other, member)...)
				} else {
					say("%s is not in the schema", name)
				}
			}
		case "description":
		default:
			say("the test does not know the keyword %s", keyword)
		}
	}
	if isArray && schema["items"] == nil && schema["$ref"] == nil {
		say("the schema does not describe the items")
	}
	return list
}

// typesOf returns the names of the types that a value has.
func typesOf(value any) []string {
	switch v := value.(type) {
	case nil:
		return []string{"null"}
	case bool:
		return []string{"boolean"}
	case string:
		return []string{"string"}
	case float64:
		if v == math.Trunc(v) {
			return []string{"number", "integer"}
		}
		return []string{"number"}
	case []any:
		return []string{"array"}
	}
	return []string{"object"}
}

// The checker of this file finds each kind of fault.
func TestTheSchemaCheckerFindsFaults(t *testing.T) {
	defs := readSchemas(t)
	for text, want := range map[string]string{
		`{"format":1,"games":[{"game":"ataxx","runs":[{"solved":1,"missed":0,"seconds":9,"day":"2026-11-29"}]}]}`: "",
		`{"format":2,"games":[]}`:                                   "runs.format: 2 is none of [1]",
		`{"format":1}`:                                              "runs: games is missing",
		`{"format":1,"games":null}`:                                 "runs.games: <nil> is not of type array",
		`{"format":1,"games":[{"game":1,"runs":[]}]}`:               "runs.games[0].game: 1 is not of type string",
		`{"format":1,"games":[{"game":"x","runs":[],"more":true}]}`: "runs.games[0]: more is not in the schema",
		`{"format":1,"games":[{"game":"x","runs":[{"solved":1.5,"missed":0,"seconds":9,"day":""}]}]}`: "runs.games[0].runs[0].solved: 1.5 is not of type integer",
	} {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(defs.faults("runs", defs["runs"].(map[string]any), value), "; "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// learntJSON is a record with all kinds of results: of lessons, puzzles, days, mistakes of one's own and timed runs.
const learntJSON = `{"ataxx": {
	"lessons": [1, 2], "reached": {"3": 2}, "rating": 1234, "rated": 20, "deviation": 90, "volatility": 0.06, "begun": "2026-11-01",
	"puzzles": {"ending-1": {"clean": true, "seconds": 9}, "exchange-47": {"clean": false, "tries": 2, "helped": true, "seconds": 30}},
	"days": {"2026-11-20": {"clean": true, "seconds": 7}},
	"own": [{"id": "own-00000001", "place": "start", "played": "a7-b7", "better": "a7-b6", "lost": 0.25, "theme": "hole", "day": "2026-11-02"},
	        {"id": "own-00000002", "place": "start", "played": "a7-a6", "better": "a7-b6", "lost": 0.5, "day": "2026-11-02", "waits": "2026-11-01"}],
	"returns": {"own-00000001": {"due": "2026-11-03"}, "exchange-47": {"due": "2026-11-03"}},
	"runs": [{"solved": 12, "missed": 2, "seconds": 180, "day": "2026-11-04"}]}}`

// Everything that the program prints with --json fits its schema, and every schema of a command is tried.
func TestJSONFitsItsSchema(t *testing.T) {
	defs := readSchemas(t)
	home := t.TempDir()
	if err := os.CopyFS(home+"/attic", os.DirFS("testdata/state-0.9.0")); err != nil {
		t.Fatal(err)
	}
	typed := ""
	run := func(t *testing.T, command string) string {
		t.Helper()
		ctx, stop := wait.Context()
		defer stop()
		cmd := exec.CommandContext(ctx, "attic", strings.Split(command, " ")...)
		cmd.Dir, cmd.Stdin = home, strings.NewReader(typed)
		cmd.Env = []string{"HOME=" + home, "XDG_STATE_HOME=" + home, "PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0"}
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Run(); err != nil || errs.Len() > 0 {
			t.Fatalf("attic %s: %v; %s", command, err, &errs)
		}
		return out.String()
	}
	tried := map[string]bool{}
	check := func(command string, names ...string) {
		t.Run(command, func(t *testing.T) {
			text := run(t, command)
			var docs []string
			if len(names) == 1 {
				docs = []string{text}
			} else {
				docs = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
			}
			if len(docs) != len(names) {
				t.Fatalf("%d lines, want %d: %q", len(docs), len(names), text)
			}
			for i, name := range names {
				tried[name] = true
				var value any
				if err := json.Unmarshal([]byte(docs[i]), &value); err != nil {
					t.Fatalf("%v in %q", err, docs[i])
				}
				for _, fault := range defs.faults(name, defs[name].(map[string]any), value) {
					t.Error(fault)
				}
			}
		})
	}
	both := func() {
		check("games --json", "games")
		check("games --json atom4", "games")
		check("lessons --json", "lessons")
		check("today --json", "today")
		check("today --share --json", "share")
		check("puzzles --json", "puzzles")
		check("puzzles ataxx --theme exchange --json", "theme")
		check("puzzles --own --json", "own")
		check("puzzles --run --json", "runs")
		check("stats --json", "stats")
	}
	both()
	if err := os.WriteFile(home+"/attic/learnt.json", []byte(learntJSON), 0o600); err != nil {
		t.Fatal(err)
	}
	both()
	check("perft ataxx 2 --json --divide", "perft")
	check("perft atom4 3 --json", "perft")
	check("solve atom4 --plies 2 --json", "solve")
	check("solve atom4 --plies 2 --json fen 16/16/16/16/16/6Wgy7/6ryy7/6ybp7/7gy7/16/16/16/16/16/16/16 c", "solve")
	check("solve atommaster --json --answers 7=A", "deduce")
	check("solve atommaster --json --size 3 --atoms 1 --answers 2=A", "deduce")
	check("solve atommaster --json --size 2 --atoms 4 --answers 1=A", "deduce")
	match := "match ataxx --engine level:1 --engine level:2 --games 2 --nodes 10 --json"
	check(match+" --pgn games.pgn", "match_game", "match_game", "match_result")
	check(match+" --sprt 0,10", "match_game", "match_game", "match_result")

	check("match ataxx --replay games.pgn --json", "match_result")
	check("review games.pgn --game 1 --nodes 100 --json", "review")
	typed = "fire 2\nset a1\nset b2\nset c3\nset d4\nevaluate\nsave hidden.attic\n"
	run(t, "atommaster --lines --seed 9")
	check("review hidden.attic --json", "analysis")
	check("stats --judge --json", "stats")
	for name, def := range defs {
		if _, whole := def.(map[string]any)["description"]; whole && !tried[name] {
			t.Errorf("no command was tried for the schema %s", name)
		}
	}
}

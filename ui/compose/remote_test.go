package compose

import (
	"strings"
	"testing"

	"attic/desk"
	"attic/dev/desktest"
	"attic/table"
)

// The texts of a window about a player on another machine, and the text that it copies.
func TestApart(t *testing.T) {
	d := openNamed(t, "atom4, awaited, without a page", usual)
	d.want("Tell the other player to type: attic join "+desktest.Invite, "Ctrl+C copies that line; Esc stops.", "nobody", "you, to move")
	if d.press("ctrl+c"); d.x.copied != "attic join "+desktest.Invite {
		t.Errorf("the clipboard has %q", d.x.copied)
	}
	d.want("Copied: attic join " + desktest.Invite)
	d = openNamed(t, "atom4, a draw offered", usual)
	d.want("Bo offers a draw.", "Accept", "Decline", "Bo, to move")
	if !d.click(desk.LineSpot + "decline") {
		t.Fatal("there is no button for declining")
	}
	if now := d.play().Person.Now(); now.Situation.Offer != table.NoOffer {
		t.Error("the button does not decline")
	}
	openNamed(t, "atom4, Bo is away", usual).want("Bo, away, to move", "Bo is away; attic reconnects by itself.")
	openNamed(t, "atom4, Bo is asleep", usual).want("Bo, asleep, to move", "Bo is asleep: their page is hidden. After five minutes, press N to claim the win.")
	d = openNamed(t, "atom4, Bo is to move", size{390, 844})
	d.p.Desk.Fingers = true
	if d.draw(); strings.Contains(d.words(), "N:") {
		t.Errorf("the page names keys:\n%s", d.words())
	}
	d.want("Waiting for Bo to move.")
	if !d.click(desk.LineSpot+"say ") || !d.play().Prompt.On {
		t.Error("there is no button for the chat")
	}
	d = openNamed(t, "atom4, start", usual)
	if strings.Contains(d.words(), "Host\n") || strings.Contains(d.words(), "Another machine") {
		t.Error("hosting stands beside the board of a game alone")
	}
	if d.press("N down enter"); !d.play().Prompt.On {
		t.Error("Join does not ask for an address")
	}
	d.press("esc :").typeLine("i10")
	d = openNamed(t, "atom4, middle", usual)
	if strings.Contains(d.words(), "Host\n") {
		t.Error("a game can be hosted after it has started")
	}
}

// Names with wide letters, with combining marks, or from right to left fit into pages of every size, or are cut off.
func TestNamesFit(t *testing.T) {
	names := []string{strings.Repeat("漢字", 10), strings.Repeat("e\u0301", 10), "שלום\u05b7עולםשלוםעולם", strings.Repeat("👍", 20), strings.Repeat("Ｗ", 20)}
	for i, name := range names {
		for _, id := range []string{"atom4", "ataxx", "atommaster"} {
			tb := desktest.Apart(t, id, "waiting")
			here, guest := tb.Here(), tb.Player(table.Second)
			must(t, here.Do(table.Name(here.Now().Seat, name)).Err())
			must(t, guest.Do(table.Name(guest.Now().Seat, names[(i+1)%len(names)])).Err())
			must(t, guest.Do(table.Say(name)).Err())
			d := begin(t, desk.Config{Store: emptyStore(t), Table: tb, NoMotion: true}, usual)
			d.p.Desk.News()
			for _, at := range layoutSizes {
				d.p.stage.asides = asides{}
				d.p.page = d.p.compose(at.w, at.h)
				for _, wrong := range append(d.layoutErrors(at), d.marginErrors(at)...) {
					if !strings.Contains(wrong, "is cut off") {
						t.Errorf("%q, %s: %s", name, at, wrong)
					}
				}
			}
		}
	}
}

// The menu accepts an address that is typed or pasted.
func TestAnAddressInTheMenu(t *testing.T) {
	d := openNamed(t, "menu", usual)
	d.do("to Join\nenter")
	d.send(pasted("attic join held27@example.org:7200\n"))
	d.want("Join ID@HOST:", "held27@example.org:7200")
	d.press("enter").want("Nobody can be reached.")
}

package push

import (
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/json"
	"math/big"
	"net/url"
	"strings"
	"testing"
	"time"
)

// decoded decodes base64url.
func decoded(t *testing.T, text string) []byte {
	t.Helper()
	data, err := decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The example in section 5 of RFC 8291, whose intermediate values are in its appendix A.
func TestTheExampleOfTheRFC(t *testing.T) {
	own, err := ecdh.P256().NewPrivateKey(decoded(t, "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
	if err != nil {
		t.Fatal(err)
	}
	d := Device{"https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV", "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZMqHH6r4Tts7J_aSIgg"}
	to, auth, err := d.keys()
	if err != nil {
		t.Fatal(err)
	}
	got, err := seal([]byte("When I grow up, I want to be a watermelon"), to, auth, own, decoded(t, "DGv6ra1nlYgDCS1FRnbzlw"))
	const want = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
	if err != nil || encode(got) != want {
		t.Errorf("the message is %s (%v), want %s", encode(got), err, want)
	}
}

// The signature names the push service, the hall and a time within a day, and can be checked with the public key.
func TestSignature(t *testing.T) {
	key := NewKey()
	again, err := ParseKey(key.String())
	if err != nil || again.Public() != key.Public() {
		t.Fatalf("the key comes back as %v (%v)", again, err)
	}
	to, _ := url.Parse("https://push.example:8443/send/1")
	now := time.Unix(1800000000, 0)
	parts := strings.Split(again.token(to, "https://games.example/", now), ".")
	var claims struct {
		Aud, Sub string
		Exp      int64
	}
	if err := json.Unmarshal(decoded(t, parts[1]), &claims); err != nil || claims.Aud != "https://push.example:8443" || claims.Sub != "https://games.example/" || claims.Exp != now.Add(12*time.Hour).Unix() {
		t.Errorf("the claims are %+v (%v)", claims, err)
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), decoded(t, key.Public()))
	if err != nil {
		t.Fatal(err)
	}
	hash, signature := sha256.Sum256([]byte(parts[0]+"."+parts[1])), decoded(t, parts[2])
	if !ecdsa.Verify(public, hash[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		t.Error("the signature is wrong")
	}
	if string(decoded(t, parts[0])) != `{"typ":"JWT","alg":"ES256"}` {
		t.Errorf("the head is %s", decoded(t, parts[0]))
	}
}

func TestDevicesThatAreRefused(t *testing.T) {
	good := Device{"https://push.example/1", "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZMqHH6r4Tts7J_aSIgg"}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for _, endpoint := range []string{"", "http://push.example/1", "https://", "https:///1", "ftp://push.example", "https://me:secret@push.example/", "https://push.example/#1", "https://push.example/" + strings.Repeat("x", mostEndpoint), ":"} {
		d := good
		if d.Endpoint = endpoint; d.Check() == nil {
			t.Errorf("the endpoint %q is accepted", endpoint)
		}
	}
	for _, keys := range [][2]string{{"", good.Auth}, {good.P256dh, ""}, {good.P256dh[:80], good.Auth}, {good.P256dh, good.Auth + "AAAA"}, {"B" + strings.Repeat("A", 86), good.Auth}, {"!", good.Auth}} {
		if d := (Device{good.Endpoint, keys[0], keys[1]}); d.Check() == nil {
			t.Errorf("the keys %q are accepted", keys)
		}
	}
}

# What tools/make-sample-media writes about the media: the manifest and the README.

# seconds FILE: its length. ADTS says none, so its frames are counted.
seconds() {
    case $1 in
    *.aac) ffprobe -v error -count_packets -show_entries stream=nb_read_packets,sample_rate \
        -of csv=p=0 "$1" | awk -F, '{ printf "%.3f", $2 * 1024 / $1 }' ;;
    *) ffprobe -v error -show_entries format=duration -of csv=p=0 "$1" |
        awk '{ printf "%.3f", $1 }' ;;
    esac
}

write_manifest() {
    local length titles spots name id codec rest
    length=$total
    titles=$(jq -Rn '[inputs | split("\t") | {start: (.[0] | tonumber), title: .[1]}]' <titles.tsv)
    spots=$(
        while IFS=$'\t' read -r name id codec _ _ _ _ _ _ _ banner title description _; do
            [[ $name = \#* ]] && continue
            spot_file "$codec" "$name"
            jq -n --argjson id "$id" --arg url "spots/$file" --arg title "$title" \
                --arg description "$description" --arg banner "banners/$name.$banner" \
                --arg target "https://$name.lighthouse.example/" \
                --argjson duration "$(seconds "$out/spots/$file")" \
                '{id: $id, url: $url, title: $title, description: $description,
                  duration: $duration} + (if ($banner | endswith("-")) then {}
                  else {banner: $banner, target: $target} end)'
        done <"$words/spots.tsv" | jq -s .
    )
    jq -n --argjson length "$length" --argjson titles "$titles" --argjson spots "$spots" \
        --slurpfile pods pods.json '{
        name: "Lighthouse Radio",
        description: "Sound across the water",
        genre: "Talk and music",
        language: "en",
        programme: {
            mp3: "programme/programme.mp3",
            aac: "programme/programme.aac",
            opus: "programme/programme.opus",
            duration: $length,
            titles: $titles
        },
        muteMusic: "media/mute-music.ogg",
        spots: $spots,
        advertising: {
            preStream: [105],
            preStreamCount: 1,
            inStream: [101, 102, 103, 104],
            default: [102],
            fallback: [105],
            groups: [
                {id: 1, name: "On the water", spots: [101, 104]},
                {id: 2, name: "In town", spots: [102, 103, 105]}
            ]
        },
        pods: $pods[0],
        truex: {
            name: "Harbour Lights Festival",
            campaign: 21740,
            creative: 17566,
            engagement: "truex/engagement.html",
            steps: 3,
            card: "truex/card.svg",
            skipCard: "truex/skip-card.svg",
            interactButton: "truex/interact.svg",
            watchButton: "truex/watch.svg",
            voiceOver: "truex/voice-over.mp3",
            countdownText: "The advertisements begin in [countdown]"
        }
    }'
}

row() {
    local file=$1 codec rate channels
    IFS=, read -r codec rate channels < <(ffprobe -v error -select_streams a:0 \
        -show_entries stream=codec_name,sample_rate,channels -of csv=p=0 "$out/$file")
    printf '| `%s` | %s | %s Hz | %s | %s s | %s LUFS |\n' "$file" "$codec" "$rate" "$channels" \
        "$(seconds "$out/$file")" "$(loudness "$out/$file")"
}

write_readme() {
    cat <<'TEXT'
# Sample media

A short radio programme that loops, advertisement spots, mute music and banners, all fictitious,
and some files as they should not be. `interlude station` serves them, and the tests use them.
`tools/make-sample-media` made every one of them; nothing in here belongs to anybody else.

| File | Codec | Rate | Channels | Length | Integrated loudness |
|---|---|---|---|---|---|
TEXT
    local file
    for file in programme/programme.{mp3,aac,opus} programme/with-pods.{flac,mp3} spots/{ferry.mp3,bakery.m4a,bikes.ogg} \
        spots/{festival.opus,library.flac} media/mute-music.ogg truex/voice-over.mp3; do
        row "$file"
    done
    cat <<'TEXT'

Loudness is as `ffmpeg -af ebur128` measures it. The programme begins and ends in silence, so that
it loops without a click, and its MP3 uses no bit reservoir, so that every frame can be decoded by
a listener who joins there. `spots/library.flac` has no banner and no target. `station.json` is the
manifest: the programme's titles with their start in seconds, and the spots.

`programme/with-pods.flac` is another programme into which three pods of advertisements are stitched,
each with 2 s of silence first, the placeholder of an interactive ad; `pods` in the manifest says
where. The MP3 of it has its sound 1152 samples later when every frame is decoded but the one that
describes the file, which is one frame; it is to be sent as a live stream. `truex/` is the
interactive ad: its page, the pictures and the voice of the card that offers it.

| Broken file | What is wrong |
|---|---|
| `broken/truncated.mp3` | ends within a frame, and its header promises more |
| `broken/ogg-named.mp3` | Ogg Vorbis under the wrong name |
| `broken/empty.mp3` | no bytes |
| `broken/page.mp3` | a web page |
| `broken/video-only.mp4` | a video that has no sound |
TEXT
}

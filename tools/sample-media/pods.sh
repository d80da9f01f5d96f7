# How tools/make-sample-media makes the programme with pods in it, and the table of where they are.
#
# Everything lasts whole milliseconds, which are 48 samples each: times that every form of schedule
# can hold exactly.

placeholder=2000
# Before each part of the programme, a pod of these spots.
pods=("ferry bakery" "bikes ferry" "bakery bikes")
# The MP3 is as long as whole frames are, and its sound comes exactly one frame late: encoder and
# decoder delay it by 1105 samples, and 47 are put before it.
frame=24
head_start=47

in_seconds() { awk "BEGIN { printf \"%.3f\", $1 / 1000 }"; }

# milliseconds FILE ADDED: its length and so much more, rounded up.
milliseconds() { awk "BEGIN { print int($(soxi -s "$1") / 48 + $2 + 0.999) }"; }

# exactly IN OUT MILLISECONDS: cut to that length, or filled up with silence; mono, and without the
# treble, which would take half of a FLAC file.
exactly() {
    local missing=$(($3 * 48 - $(soxi -s "$1")))
    sox -D "$1" -b 16 "$2" remix - sinc -5500 \
        pad 0 "$((missing > 0 ? missing : 0))s" trim 0 "$(($3 * 48))s"
}

# short_spot NAME VOICE SPEED PITCH ROOT TEXT
short_spot() {
    say short-said.wav "$2" "$3" "$4" "$6"
    jingle short-tune.wav "$5"
    local length
    length=$(milliseconds short-said.wav 700)
    place short-both.wav "$(in_seconds "$length")" short-said.wav@0.5 short-tune.wav@0
    sox short-both.wav short-soft.wav fade t 0.01 "$(in_seconds "$length")" 0.3
    level short-soft.wav short-level.wav -19
    exactly short-level.wav "short-$1.wav" "$length"
}

# Speaks all parts over one bed, and cuts it where one part ends and the next begins.
tide_desk() {
    local at=0 index voices=()
    for index in "${!said[@]}"; do
        say "tide$index.wav" ${said[$index]%%|*} "${said[$index]#*|}"
        starts+=("$at")
        voices+=("tide$index.wav@$(in_seconds $((at + 500)))")
        at=$(milliseconds "tide$index.wav" $((at + 1000)))
    done
    # All of the file is to be whole frames long.
    at=$((at + frame - (at + pods_length) % frame))
    starts+=("$at")
    place tide-speech.wav "$(in_seconds "$at")" "${voices[@]}"
    repeat bed.wav "$(in_seconds "$at")" tide-bed.wav
    sox tide-bed.wav tide-soft.wav lowpass 2500 lowpass 2500 vol 0.6
    duck tide-soft.wav tide-speech.wav tide-mixed.wav
    sox tide-mixed.wav tide-faded.wav fade t 0.04 "$(in_seconds "$at")" 0.3
    level tide-faded.wav tide-level.wav -21
    exactly tide-level.wav tide.wav "$at"
}

# Reads the table: spots are made at once, what the parts say is kept for `tide_desk`.
read_pods() {
    local kind voice speed pitch rest
    while IFS=$'\t' read -r kind voice speed pitch rest; do
        case $kind in
        part) said+=("$voice $speed $pitch|${rest#*$'\t'}") part_title=${rest%%$'\t'*} ;;
        spot)
            IFS=$'\t' read -r root name title text <<<"$rest"
            short_spot "$name" "$voice" "$speed" "$pitch" "$root" "$text"
            titles_of[$name]=$title
            ;;
        card) say card.wav "$voice" "$speed" "$pitch" "$rest" ;;
        esac
    done <"$words/pods.tsv"
}

# ad NAME TITLE MILLISECONDS: one line of pods.json.
ad() {
    jq -nc --arg name "$1" --arg title "$2" --argjson duration "$(in_seconds "$3")" \
        '{name: $name, title: $title, duration: $duration}'
}

make_pods() {
    local said=() starts=() pods_length=0 name index at=0 pieces=() ads part_title
    local -A titles_of=()
    read_pods
    for name in ${pods[*]}; do
        pods_length=$((pods_length + $(milliseconds "short-$name.wav" 0)))
    done
    pods_length=$((pods_length + placeholder * ${#pods[@]}))
    tide_desk
    sox -D -n -r 48000 -c 1 -b 16 silent.wav trim 0 "$(in_seconds $placeholder)"
    : >breaks.json
    for index in "${!pods[@]}"; do
        pieces+=(silent.wav)
        ads=$(ad placeholder "true[X]" $placeholder)
        local begins=$at
        at=$((at + placeholder))
        for name in ${pods[$index]}; do
            pieces+=("short-$name.wav")
            ads+=$(ad "$name" "${titles_of[$name]}" "$(milliseconds "short-$name.wav" 0)")
            at=$((at + $(milliseconds "short-$name.wav" 0)))
        done
        jq -nc --argjson start "$(in_seconds "$begins")" --slurpfile ads <(echo "$ads") \
            '{start: $start, ads: $ads}' >>breaks.json
        sox -D tide.wav "part$index.wav" \
            trim "$((starts[index] * 48))s" "=$((starts[index + 1] * 48))s"
        pieces+=("part$index.wav")
        at=$((at + starts[index + 1] - starts[index]))
    done
    sox "${pieces[@]}" with-pods.wav
    jq -n --slurpfile breaks breaks.json --arg title "$part_title" \
        --argjson duration "$(in_seconds "$at")" --argjson late "$(in_seconds $frame)" '{
            file: "programme/with-pods.flac", live: "programme/with-pods.mp3",
            liveDelay: $late, duration: $duration, title: $title, breaks: $breaks
        }' >pods.json
    encode with-pods.wav "$out/programme/with-pods.flac" -c:a flac -compression_level 12 \
        -lpc_type cholesky -max_prediction_order 32 -sample_fmt s16
    sox -D with-pods.wav late.wav pad "${head_start}s"
    encode late.wav "$out/programme/with-pods.mp3" -c:a libmp3lame -b:a 64k -reservoir 0
    level card.wav card-level.wav -18
    encode card-level.wav "$out/truex/voice-over.mp3" -c:a libmp3lame -b:a 48k -ac 1 -ar 44100
}

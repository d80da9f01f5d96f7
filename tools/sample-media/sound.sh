# How tools/make-sample-media makes sound. Work files are 48 kHz WAV, stereo but for a mono spot.

# Without this, ffmpeg would eat the rest of a table that is being read.
ffmpeg() { command ffmpeg -nostdin "$@"; }

# The same noise in every run.
sox() { command sox -R "$@"; }

sum() { awk "BEGIN { printf \"%.3f\", $1 + $2 }"; }

# place OUT LENGTH FILE@SECONDS...: lays files onto one timeline.
place() {
    local result=$1 length=$2 input parts=()
    shift 2
    for input in "$@"; do
        parts+=(-v 1 "|sox ${input%@*} -p pad ${input#*@}")
    done
    parts+=(-v 1 "|sox -n -r 48000 -c 2 -p trim 0 $length")
    sox -m "${parts[@]}" "$result" trim 0 "$length"
}

# repeat FILE LENGTH OUT
repeat() { sox "$1" "$3" repeat 60 trim 0 "$2"; }

# say OUT VOICE SPEED PITCH TEXT: speech with the sound of a near microphone.
say() {
    espeak-ng -v "$2" -s "$3" -p "$4" -g 2 -w raw-speech.wav -- "$5"
    sox raw-speech.wav "$1" gain -9 rate -v 48000 channels 2 highpass 90 bass +4 200 treble +3 3500 \
        silence 1 0.02 0.5% reverse silence 1 0.02 0.5% reverse \
        compand 0.005,0.15 6:-50,-42,-24,-14,0,-6 0 -50 0.02 reverb 8 40 20 100 5 0 norm -3
}

# bars NAME CHORD...: one round of bars of pad, arpeggio, bass and soft percussion, which loops.
bars() {
    local name=$1 index=0 chord notes parts=()
    shift
    shaker
    for chord in "$@"; do
        notes=(${chord//,/ })
        one_bar "bar$index.wav" "${notes[@]}"
        # Two rounds: what sounds on after the last bar is heard again in the second one.
        parts+=("bar$index.wav@$(awk "BEGIN { print $index * $bar }")")
        parts+=("bar$index.wav@$(awk "BEGIN { print ($index + 4) * $bar }")")
        index=$((index + 1))
    done
    place rounds.wav "$(awk "BEGIN { print 8 * $bar }")" "${parts[@]}"
    sox rounds.wav "$name.wav" trim "$(awk "BEGIN { print 4 * $bar }")"
}

# one_bar OUT NOTE NOTE NOTE NOTE: longer than a bar, since notes sound on.
one_bar() {
    local a=$2 b=$3 c=$4 d=$5
    sox -n -r 48000 arp.wav synth 1.6 pl "${b/3/4}" pl "${c/3/4}" pl "${d/3/4}" pl "${c/3/4}" \
        pl "${b/3/4}" pl "${d/3/4}" pl "${c/3/4}" pl "${d/3/4}" fade h 0 1.6 1.2 \
        delay 0 0.3125 0.625 0.9375 1.25 1.5625 1.875 2.1875 \
        remix 1v.22,3v.22,5v.22,7v.22,2v.1,6v.1 2v.22,4v.22,6v.22,8v.22,1v.1,5v.1 gain -3
    sox -n -r 48000 pad.wav synth 2.9 tri "$a" tri "$b" tri "$c" tri "$d" fade h 0.3 2.9 0.5 \
        remix 1v.12,2v.1,4v.06 1v.12,3v.1,4v.06 lowpass 1100
    sox -n -r 48000 bass.wav synth 1.2 sine "${a/3/2}" sine "${a/3/2}" fade h 0.01 1.2 0.7 \
        delay 0 1.5625 remix 1v.2,2v.14 1v.2,2v.14
    place "$1" 4.2 arp.wav@0 pad.wav@0 bass.wav@0 shaker.wav@0
}

shaker() {
    sox -n -r 48000 hat.wav synth 0.06 whitenoise gain -6 highpass 7000 fade h 0.005 0.06 0.05 \
        channels 2 vol 0.1
    sox -n -r 48000 kick.wav synth 0.16 sine 115-48 fade h 0.002 0.16 0.12 channels 2 vol 0.22
    place shaker.wav 2.5 kick.wav@0 hat.wav@0.3125 hat.wav@0.625 hat.wav@0.9375 kick.wav@1.25 \
        hat.wav@1.5625 hat.wav@1.875 hat.wav@2.1875
}

# lead NAME NOTE...: the bed with drums and a tune of a note a beat over it.
lead() {
    local name=$1 index=0 note beat parts=()
    shift
    sox -n -r 48000 snare.wav synth 0.14 whitenoise bandpass 1800 1500h fade h 0.002 0.14 0.12 \
        channels 2 vol 0.2
    sox -v 2 kick.wav loud-kick.wav
    for note in "$@"; do
        beat=$(awk "BEGIN { print $index * $bar / 4 }")
        sox -n -r 48000 "lead$index.wav" synth 0.62 tri "$note" fade h 0.02 0.62 0.2 channels 2 \
            tremolo 5 15 lowpass 2600 vol 0.2
        parts+=("lead$index.wav@$beat")
        parts+=("$([ $((index % 2)) = 0 ] && echo loud-kick.wav || echo snare.wav)@$beat")
        index=$((index + 1))
    done
    place tune-only.wav "$(awk "BEGIN { print 4 * $bar }")" "${parts[@]}"
    sox -m -v 0.7 bed.wav -v 0.8 tune-only.wav "$name.wav"
}

# jingle OUT ROOT: four plucked notes up, the mark of a spot.
jingle() {
    sox -n -r 48000 "$1" synth 1.5 pl "$2"4 pl "$2"5 pl %"$(semitones "$2" 7)" \
        pl %"$(semitones "$2" 16)" fade h 0 1.5 0.9 delay 0 0.15 0.3 0.45 \
        remix 1v.3,3v.3,4v.15 2v.3,4v.3,1v.15 trim 0 1.6
}

# semitones ROOT ABOVE: distance from A4 of the note so far above ROOT in octave 4.
semitones() {
    case $1 in C) echo $(($2 - 9)) ;; D) echo $(($2 - 7)) ;; F) echo $(($2 - 4)) ;;
    G) echo $(($2 - 2)) ;; A) echo "$2" ;; esac
}

# duck MUSIC SPEECH OUT: the music steps back while somebody speaks.
duck() {
    ffmpeg -v error -y -i "$1" -i "$2" -filter_complex "[1:a]asplit=2[key][voice];
        [0:a][key]sidechaincompress=threshold=0.02:ratio=8:attack=30:release=500[low];
        [low][voice]amix=inputs=2:normalize=0:weights=1 0.8" \
        -c:a pcm_s24le -bitexact "$3"
}

loudness() {
    ffmpeg -nostats -hide_banner -i "$1" -af ebur128=framelog=verbose -f null - 2>&1 |
        awk '$1 == "I:" { value = $2 } END { print value }'
}

# level IN OUT LUFS: brings a file to a loudness, under a ceiling of -1 dBFS.
level() {
    local gain=0 step measured
    for step in 1 2 3 4; do
        ffmpeg -v error -y -i "$1" -af "acompressor=threshold=0.25:ratio=3:attack=5:release=120,
            volume=${gain}dB,alimiter=limit=0.89:level=false" -c:a pcm_s24le -bitexact "$2"
        measured=$(loudness "$2")
        gain=$(sum "$gain" "$(sum "$3" "-($measured)")")
    done
}

# encode WAV FILE FFMPEG-OPTION...
encode() {
    local from=$1 to=$2
    shift 2
    ffmpeg -v error -y -i "$from" -map_metadata -1 -fflags +bitexact -flags:a +bitexact "$@" "$to"
}

# spot_file CODEC NAME: sets `file` and `options`.
spot_file() {
    case $1 in
    mp3) file=$2.mp3 options=(-c:a libmp3lame -b:a 96k) ;;
    aac) file=$2.m4a options=(-c:a aac -b:a 80k -movflags +faststart) ;;
    vorbis) file=$2.ogg options=(-c:a libvorbis -q:a 3) ;;
    opus) file=$2.opus options=(-c:a libopus -b:a 64k) ;;
    flac) file=$2.flac options=(-c:a flac -compression_level 12 -sample_fmt s16) ;;
    esac
}

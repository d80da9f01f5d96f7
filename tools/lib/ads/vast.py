"""Answers of ad servers, and the sounds of their ads."""
import array
import io
import wave

from player import RATE


def document(*ads):
    return f"<VAST version=\"4.2\">{''.join(ads)}</VAST>"


def ad(name, media, seconds, tracking=(), impressions=(), sequence=None):
    """An ad with events as pairs of a name and an address."""
    place = f" sequence=\"{sequence}\"" if sequence else ""
    whole, rest = divmod(round(seconds * 1000), 1000)
    length = f"00:{whole // 60:02}:{whole % 60:02}.{rest:03}"
    events = "".join(f"<Tracking event=\"{event}\">{url}</Tracking>" for event, url in tracking)
    told = "".join(f"<Impression>{url}</Impression>" for url in impressions)
    return f"""<Ad id="{name}"{place}><InLine><AdTitle>{name}</AdTitle>{told}<Creatives><Creative>
<Linear><Duration>{length}</Duration><TrackingEvents>{events}</TrackingEvents><MediaFiles>
<MediaFile type="audio/wav">{media}</MediaFile></MediaFiles></Linear></Creative></Creatives>
</InLine></Ad>"""


def wrapper(address):
    place = f"<VASTAdTagURI>{address}</VASTAdTagURI>"
    return document(f"""<Ad id="w"><Wrapper>{place}</Wrapper></Ad>""")


def sound(seconds, left=0, right=0):
    """A WAV file of one constant sample for each side."""
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(2)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(array.array("h", [left, right]).tobytes() * round(seconds * RATE))
    return file.getvalue()

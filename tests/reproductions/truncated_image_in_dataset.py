"""An image file ends in the middle of its data."""

import io

from PIL import Image

buffer = io.BytesIO()
Image.effect_noise((256, 256), 50).save(buffer, "JPEG")
Image.open(io.BytesIO(buffer.getvalue()[:-2000])).load()

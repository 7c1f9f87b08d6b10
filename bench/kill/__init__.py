"""What a commit leaves behind when its process is killed, at every call that it makes."""

def go():
    from left import back

    back()
